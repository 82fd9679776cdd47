/** All matchers by name: expectations, runners and the documentation read this table. */
import {
  toBeChecked,
  toBeDisabled,
  toBeFocused,
  toBeHidden,
  toBeSelected,
  toBeVisible,
  toContainText,
  toHaveBounds,
  toHaveCount,
  toHaveStyle,
  toHaveText,
} from './found.js'
import {
  toBeReady,
  toHaveBell,
  toHaveClipboard,
  toHaveCursor,
  toHaveCwd,
  toHaveExitCode,
  toHaveExited,
  toHaveNotification,
  toHaveOutput,
  toHaveTitle,
  toLeaveTerminalClean,
  toPaintWithin,
  toRepaintAtMost,
} from './program.js'
import { toMatchImage, toMatchOutline, toMatchScreen } from './snapshots.js'

export const matcherTable = {
  toBeVisible,
  toBeHidden,
  toHaveText,
  toContainText,
  toHaveCount,
  toHaveStyle,
  toBeSelected,
  toBeChecked,
  toBeDisabled,
  toBeFocused,
  toHaveBounds,
  toHaveCursor,
  toHaveTitle,
  toHaveCwd,
  toHaveClipboard,
  toHaveBell,
  toHaveNotification,
  toHaveOutput,
  toHaveExitCode,
  toBeReady,
  toHaveExited,
  toMatchScreen,
  toMatchOutline,
  toMatchImage,
  toLeaveTerminalClean,
  toPaintWithin,
  toRepaintAtMost,
} as const

export type MatcherName = keyof typeof matcherTable

type ArgumentsOf<Name extends MatcherName> = (typeof matcherTable)[Name]['ask'] extends (
  subject: never,
  ...args: infer Args
) => unknown
  ? Args
  : never

/** The matchers as an expectation has them. */
export type Matchers<Result = Promise<void>> = {
  [Name in MatcherName]: (...args: ArgumentsOf<Name>) => Result
}

export const matcherNames = Object.keys(matcherTable) as readonly MatcherName[]
