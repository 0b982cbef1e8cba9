import { describe, expect, it } from 'vitest'

import { seatbeltProfile, seatbeltProgram } from '../../../src/main/adapters/tools/sandbox/seatbelt-profile.ts'

const VIEW = {
  writable: ['/Users/ann/a "quoted" \\ folder'],
  network: false,
  temporary: '/private/var/folders/x/T/one',
  hidden: ['/Users', '/Users/ann/Library/Application Support/ikigai'],
  shown: ['/Users/ann/.cargo/bin'],
  hiddenNames: ['.env*', '.ssh'],
  readOnlyNames: ['.git'],
} as const

const lines = (text: string): readonly string[] => text.split('\n')

describe('the profile for macOS', () => {
  it('denies what it does not name, and the network', () => {
    const profile = lines(seatbeltProfile(VIEW))
    expect(profile.slice(0, 2)).toEqual(['(version 1)', '(deny default)'])
    expect(profile.at(-2)).toBe('(deny network*)')
    expect(profile.join('\n')).not.toMatch(/allow (network|default)/)
  })

  it('allows writing in the folder and the temporary folder, with names of any kind', () => {
    expect(lines(seatbeltProfile(VIEW)).filter((line) => line.startsWith('(allow file-write*'))).toEqual([
      '(allow file-write* (subpath "/Users/ann/a \\"quoted\\" \\\\ folder"))',
      '(allow file-write* (subpath "/private/var/folders/x/T/one"))',
      '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
    ])
  })

  it('allows no writing where no folder is writable', () => {
    expect(seatbeltProfile({ ...VIEW, writable: [] })).not.toContain('(allow file-write* (subpath "/Users')
  })

  it('denies protected names after everything that allows, because the last rule wins', () => {
    const profile = lines(seatbeltProfile(VIEW))
    const lastAllowed = profile.findLastIndex((line) => line.startsWith('(allow'))
    const denials = profile.slice(lastAllowed + 1)
    expect(denials).toEqual([
      '(deny file-write* (regex #"/\\.[gG][iI][tT](/|$)"))',
      '(deny file-read* file-write* (regex #"/\\.[eE][nN][vV][^/]*(/|$)"))',
      '(deny file-read* file-write* (regex #"/\\.[sS][sS][hH](/|$)"))',
      '(deny network*)',
      '',
    ])
  })

  it('hides homes before it shows the folder', () => {
    const profile = lines(seatbeltProfile(VIEW))
    const hides = profile.indexOf('(deny file-read-data (subpath "/Users"))')
    expect(hides).toBeGreaterThan(profile.indexOf('(allow file-read*)'))
    expect(hides).toBeLessThan(profile.findIndex((line) => line.startsWith('(allow file-read* (subpath')))
  })

  it('is given to sandbox-exec with the program behind it', () => {
    const program = seatbeltProgram({ command: 'bash', args: ['-c', 'ls'] }, VIEW)
    expect(program).toEqual({
      command: '/usr/bin/sandbox-exec',
      args: ['-p', seatbeltProfile(VIEW), 'bash', '-c', 'ls'],
    })
  })
})
