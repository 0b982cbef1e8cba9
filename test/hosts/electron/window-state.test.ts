import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { isReachable, readWindowState, writeWindowState } from '../../../src/main/hosts/electron/window-state.ts'

const SCREENS = [
  { x: 0, y: 25, width: 1440, height: 875 },
  { x: 1440, y: 0, width: 1920, height: 1080 },
]
const STATE = { bounds: { x: -10, y: 30, width: 900, height: 700 }, maximized: false }

describe('a kept place', () => {
  it.each([
    ['on the first screen', { x: 100, y: 100, width: 800, height: 600 }, true],
    ['across both screens', { x: 1000, y: 100, width: 900, height: 600 }, true],
    ['mostly beyond the left edge', { x: -650, y: 100, width: 800, height: 600 }, true],
    ['all but beyond the left edge', { x: -750, y: 100, width: 800, height: 600 }, false],
    ['on a screen that is gone', { x: 4000, y: 100, width: 800, height: 600 }, false],
    ['with its top above the screen', { x: 100, y: -100, width: 800, height: 600 }, false],
    ['with its top below the screen', { x: 100, y: 890, width: 800, height: 600 }, false],
  ])('%s', (_where, bounds, reachable) => {
    expect(isReachable(bounds, SCREENS)).toBe(reachable)
  })
})

describe('the file of the window’s place', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ikigai-window-state-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('gives back what was written, in a directory that is made for it', () => {
    const path = join(directory, 'window', 'state.json')
    const before = readWindowState(path)
    writeWindowState(path, STATE)

    expect([before, readWindowState(path)]).toEqual([null, STATE])
  })

  it.each(['', '{', 'null', '{"bounds":{"x":0,"y":0,"width":1,"height":1},"maximized":false}', '{"maximized":true}'])(
    'is as good as missing when it holds %j',
    async (content) => {
      const path = join(directory, 'state.json')
      await writeFile(path, content)

      expect(readWindowState(path)).toBeNull()
    },
  )

  it('never keeps a window from closing', async () => {
    const occupied = join(directory, 'file')
    await writeFile(occupied, '')

    expect(() => writeWindowState(join(occupied, 'state.json'), STATE)).not.toThrow()
  })
})
