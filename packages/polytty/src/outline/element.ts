/**
 * What a screen is made of, as far as its cells show it: elements with a role, a name, a state and a place. Places are
 * 0-based cells. `confidence` says how sure the guess is, `evidence` what it rests on.
 */
export const roles = [
  'dialog',
  'group',
  'menubar',
  'menu',
  'menuitem',
  'list',
  'listitem',
  'table',
  'columnheader',
  'row',
  'tablist',
  'tab',
  'textbox',
  'checkbox',
  'radio',
  'button',
  'statusbar',
  'scrollbar',
] as const

export type Role = (typeof roles)[number]

export type Evidence =
  | 'box drawing'
  | 'background'
  | 'inverse video'
  | 'brackets'
  | 'aligned'
  | 'cursor'
  | 'pointer'
  | 'colour'
  | 'mnemonic colour'
  | 'known word'
  | 'label'
  | 'underscores'
  | 'edge of the screen'
  | 'even gaps'
  | 'header'
  | 'column lines'
  | 'key names'
  | 'scroll bar'
  | 'position text'

export interface Place {
  readonly row: number
  readonly col: number
  readonly width: number
  readonly height: number
}

export interface Element extends Place {
  readonly role: Role
  /** What a person would call it: the label, the title, the text of an item. */
  readonly name: string
  /** What a text box holds, the words of a dialog, how far a scroll bar is down. */
  readonly value?: string
  /** The key that stands beside it: F10, ^X. */
  readonly key?: string
  readonly selected?: boolean
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly focused?: boolean
  /** 0 to 1. */
  readonly confidence: number
  readonly evidence: readonly Evidence[]
  readonly children: readonly Element[]
}

/** Elements from which one may act without looking. */
export const SURE = 0.8

/** All elements of a tree, parents before their children. */
export function* everyElement(elements: readonly Element[]): Generator<Element> {
  for (const element of elements) {
    yield element
    yield* everyElement(element.children)
  }
}
