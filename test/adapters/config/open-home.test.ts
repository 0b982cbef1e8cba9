import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openHome } from '../../../src/main/adapters/config/open-home.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-home-id-'))
  await writeFile(join(directory, 'this-machine'), 'd41d8cd98f00b204\n')
  await writeFile(join(directory, 'other-machine'), 'aaaaaaaaaaaaaaaa\n')
})

afterEach(() => rm(directory, { recursive: true }))

const logger = createRecordingLogger()

async function idAt(data: string, config: string, machine = 'this-machine'): Promise<string> {
  const places = { dataDirectory: join(directory, data), configDirectory: join(directory, config) }
  return (await openHome({ ...places, logger, machineIdFile: join(directory, machine) })).id
}

describe('the home of a process', () => {
  it('is random, and the same at every start', async () => {
    const first = await idAt('data', 'config')
    expect(await idAt('data', 'config')).toBe(first)
    expect(await idAt('data-2', 'config-2')).not.toBe(first)
    expect(first).toMatch(/^[0-9a-f]{8}-/)
  })

  it('is shared by the same data directory, and by the same keys', async () => {
    const first = await idAt('data', 'config')
    expect(await idAt('data-2', 'config')).toBe(first)
    expect(await idAt('data', 'config-2')).toBe(first)
    expect(await idAt('data-2', 'config-2')).toBe(first)
  })

  it('is the same for engines that begin at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => idAt(`data-${index}`, 'config')))
    expect(new Set(ids).size).toBe(1)
  })

  it('does not come along with a copied folder', async () => {
    const first = await idAt('data', 'config')
    await cp(join(directory, 'data'), join(directory, 'copied'), { recursive: true })
    await cp(join(directory, 'config'), join(directory, 'copied-config'), { recursive: true })
    const copied = await idAt('copied', 'copied-config', 'other-machine')
    expect(copied).not.toBe(first)
    expect(await idAt('copied', 'copied-config', 'other-machine')).toBe(copied)
    expect(await idAt('data', 'config')).toBe(first)
  })

  it.each(['', '{', 'null', '[]', '{"id":"x","machine":null}', '{"id":7}', '"text"', '{"machine":null}'])(
    'replaces a file that is not one: %s',
    async (text) => {
      await idAt('data', 'config')
      for (const folder of ['data', 'config']) await writeFile(join(directory, folder, 'home.json'), text)
      const made = await idAt('data', 'config')
      expect(JSON.parse(await readFile(join(directory, 'config', 'home.json'), 'utf8'))).toMatchObject({ id: made })
      expect(await idAt('data', 'config')).toBe(made)
    },
  )

  it('is found on a machine without an id', async () => {
    const first = await idAt('data', 'config', 'missing')
    expect(await idAt('data', 'config', 'missing')).toBe(first)
  })
})
