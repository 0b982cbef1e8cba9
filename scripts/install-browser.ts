import { access, constants } from 'node:fs/promises'

import { findBrowser } from '../test/support/find-browser.ts'
import { runProgram } from './run-program.ts'

const APT = '/usr/bin/apt-get'
/** The headless shell, or the whole browser in distributions that do not have the shell. */
const BROWSERS = ['chromium-headless-shell', 'chromium']
const FONTS = ['fonts-noto-cjk', 'fonts-noto-color-emoji']

/**
 * Returns a browser for the end-to-end tests: an installed one, else, as root on Debian, it installs the
 * distribution's. Null if neither is possible.
 */
export async function browserForTests(): Promise<string | null> {
  const found = findBrowser()
  if (found !== null || process.getuid?.() !== 0 || !(await canRun(APT))) return found
  console.error('Installing Chromium with apt-get…')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  await runProgram(APT, ['update', '-q'], { environment, stdio: [...stdio] })
  for (const browser of BROWSERS) {
    const args = ['install', '-y', '-q', '--no-install-recommends', browser, ...FONTS]
    if ((await runProgram(APT, args, { environment, stdio: [...stdio] })) === 0) break
  }
  return findBrowser()
}

async function canRun(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
