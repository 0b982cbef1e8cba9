import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { openerOf, writeRedirectFile } from '../../../src/main/adapters/browser/open-window.ts'

const ADDRESS = 'http://127.0.0.1:1984/#token=1.secret.signature'

it('leads to the address from a file that only its owner can read', async () => {
  const file = fileURLToPath(writeRedirectFile(ADDRESS))

  expect([(await stat(file)).mode & 0o777, (await stat(dirname(file))).mode & 0o777]).toEqual([0o600, 0o700])
  expect(await readFile(file, 'utf8')).toContain(`content="0;url=${ADDRESS}"`)
})

it.each(['/usr/bin/chromium', null])('opens it with a program whose arguments hold no token: %s', (browser) => {
  expect(openerOf(writeRedirectFile(ADDRESS), browser).flat().join(' ')).not.toMatch(/token|secret|127\.0\.0\.1/)
})
