import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'
import { expect, it } from 'vitest'

import { isNewEnough, OLDEST_NODE } from '../../bin/oldest-node.mjs'

it.each([
  ['20.20.2', false],
  ['22.0.0', false],
  ['22.12.0', false],
  ['22.18.9', false],
  ['22.19.0', true],
  ['22.23.3', true],
  ['24.0.0', true],
  ['100.0.0', true],
  ['23.0.0-nightly', true],
])('Node %s runs what is built: %s', (version, runs) => {
  expect(isNewEnough(version)).toBe(runs)
})

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), engines: z.object({ node: z.string().optional() }).optional() }),
  ),
})

it('no package of the app asks for a newer Node than the one that is promised', () => {
  const file = join(import.meta.dirname, '..', '..', 'package-lock.json')
  const { packages } = lock.parse(JSON.parse(readFileSync(file, 'utf8')))
  const parts = Object.entries(packages).filter(([path, { dev = false }]) => path !== '' && !dev)
  const asked = parts.flatMap(([path, { engines }]) => {
    // A range such as `^20.19.0 || >=22.12.0` is fulfilled by its last part, and by all that is newer.
    const last = engines?.node?.split('||').at(-1)?.trim() ?? ''
    const least = /^>=\s*(\d+(?:\.\d+){0,2})/.exec(last)?.[1]
    return least === undefined ? [] : [{ path, least }]
  })

  expect(asked.length).toBeGreaterThan(100)
  // The oldest Node is new enough for a package if its own version is not below the one that the package asks for.
  const tooNew = asked.filter(({ least }) => isNewEnough(least) && least !== OLDEST_NODE)
  expect(tooNew).toEqual([])
})
