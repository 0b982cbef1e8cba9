import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { closeAll } from './close-all.ts'

describe('closeAll', () => {
  it('closes one after the other, each by its own method, and leaves out what was not opened', async () => {
    const closed: string[] = []
    const later = async (name: string) => {
      await Promise.resolve()
      closed.push(name)
    }
    await closeAll(
      { close: () => later('first') },
      undefined,
      { remove: () => closed.push('second') },
      { end: () => later('third') },
    )
    expect(closed).toEqual(['first', 'second', 'third'])
  })

  it('removes a folder with what is in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ikigai-close-'))
    writeFileSync(join(folder, 'a.txt'), 'a')
    await closeAll(folder)
    expect(existsSync(folder)).toBe(false)
  })

  it('closes the rest when one fails, and throws the first failure', async () => {
    const closed: string[] = []
    const failing = (name: string) => ({
      close: () => {
        closed.push(name)
        throw new Error(name)
      },
    })
    await expect(closeAll(failing('first'), failing('second'), { close: () => closed.push('third') })).rejects.toThrow(
      'first',
    )
    expect(closed).toEqual(['first', 'second', 'third'])
  })
})
