import { expect, it } from 'vitest'
import { configDirectory, dataDirectory } from '../../../src/main/adapters/config/directories.ts'
import type { Machine } from '../../../src/main/adapters/config/directories.ts'

const ann: Machine = { platform: 'linux', environment: {}, homeDirectory: '/home/ann', isRoot: false }

it.each<[string, Partial<Machine>, string, string]>([
  ['Linux', {}, '/home/ann/.local/share/ikigai', '/home/ann/.config/ikigai'],
  ['Linux with XDG', { environment: { XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' } }, '/d/ikigai', '/c/ikigai'],
  [
    'Linux with a relative XDG, which does not count',
    { environment: { XDG_DATA_HOME: 'd', XDG_CONFIG_HOME: '' } },
    '/home/ann/.local/share/ikigai',
    '/home/ann/.config/ikigai',
  ],
  [
    'Linux as root',
    { isRoot: true, homeDirectory: '/root', environment: { XDG_DATA_HOME: '/root/.local/share' } },
    '/var/lib/ikigai',
    '/root/.config/ikigai',
  ],
  [
    'macOS',
    { platform: 'darwin', homeDirectory: '/Users/ann' },
    '/Users/ann/Library/Application Support/ikigai',
    '/Users/ann/Library/Application Support/ikigai',
  ],
  [
    'Windows',
    { platform: 'win32', environment: { APPDATA: 'C:\\R', LOCALAPPDATA: 'C:\\L' } },
    'C:\\L\\ikigai',
    'C:\\R\\ikigai',
  ],
  [
    'own directories',
    {
      isRoot: true,
      environment: { IKIGAI_DATA_DIR: '/tmp/data', IKIGAI_CONFIG_DIR: '/tmp/config', XDG_DATA_HOME: '/d' },
    },
    '/tmp/data',
    '/tmp/config',
  ],
])('on %s', (_name, machine, data, config) => {
  const here = { ...ann, ...machine }
  expect([dataDirectory(here), configDirectory(here)]).toEqual([data, config])
})

it('makes a relative IKIGAI_DATA_DIR absolute', () => {
  expect(dataDirectory({ ...ann, environment: { IKIGAI_DATA_DIR: 'data' } })).toBe(`${process.cwd()}/data`)
})
