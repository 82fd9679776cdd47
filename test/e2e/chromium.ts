/** The browser that tests drive. */
import { type Browser, chromium } from 'playwright-core'
import { findProgram } from '../../scripts/programs.mjs'

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findProgram('chromium'), args: ['--no-sandbox', '--disable-gpu'] })
}
