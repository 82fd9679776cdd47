/** The ways to find something, which a terminal and everything found on it have alike. */
import type { Role } from 'polytty/outline'
import { byCell, byColumn, byCursor, byRegion, byRow, bySelection } from './locators/places.js'
import type { Query, TextQuery } from './locators/query.js'
import { byImage, byOutput, byPrompt } from './locators/reported.js'
import { byRole, type RoleOptions } from './locators/role.js'
import { byLink, byStyle } from './locators/style.js'
import { byText } from './locators/text.js'
import type { Style } from './style.js'
import type { Bounds } from './view.js'

export abstract class Finder<Found> {
  protected abstract locate(query: Query): Found

  /** Every place where the text stands; in a pattern ^ and $ stand for the ends of a row. */
  getByText(text: TextQuery): Found {
    return this.locate(byText(text))
  }

  /** Buttons, items, fields and the like, as the outline of the screen has them. */
  getByRole(role: Role, options?: RoleOptions): Found {
    return this.locate(byRole(role, options))
  }

  /** Stretches of cells that look so. */
  getByStyle(style: Style): Found {
    return this.locate(byStyle(style))
  }

  /** Links, by their address or what is written there. */
  getByLink(link: TextQuery): Found {
    return this.locate(byLink(link))
  }

  /** A rectangle of cells, counted from 0. */
  region(bounds: Bounds): Found {
    return this.locate(byRegion(bounds))
  }

  /** A cell, counted from 0; negative numbers count from the end. */
  cell(row: number, col: number): Found {
    return this.locate(byCell(row, col))
  }

  /** The cell that a visible cursor is in. */
  cursor(): Found {
    return this.locate(byCursor())
  }

  /** What is selected: by the outline, else what is in inverse video. */
  selection(): Found {
    return this.locate(bySelection())
  }

  /** The prompt that waits for input. */
  prompt(): Found {
    return this.locate(byPrompt())
  }

  /** What a command of the shell printed: the last one if no number is given, 0 for the first. */
  output(index = -1): Found {
    return this.locate(byOutput(index))
  }

  /** An image: the first is 0; all of them without a number. */
  image(index?: number): Found {
    return this.locate(byImage(index))
  }

  protected rowAt(index: number): Found {
    return this.locate(byRow(index))
  }

  protected columnAt(index: number): Found {
    return this.locate(byColumn(index))
  }
}
