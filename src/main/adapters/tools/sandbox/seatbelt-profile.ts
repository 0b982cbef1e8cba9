import type { Program } from '../../../core/ports/sandbox-ports.ts'

/** What a confined program may do on macOS. Paths are absolute and real: `/private/var/…`. */
export interface SeatbeltView {
  /** Folders in which it can write. */
  readonly writable: readonly string[]
  readonly network: boolean
  /** The private temporary folder. */
  readonly temporary: string
  /** Folders whose content cannot be read: the home directory, the app's own folders. */
  readonly hidden: readonly string[]
  /** Folders inside `hidden` that can be read nevertheless. */
  readonly shown: readonly string[]
  /** Names of files and folders, anywhere, that cannot be read; `*` at the end matches any text. */
  readonly hiddenNames: readonly string[]
  /** Names of files and folders, anywhere, that cannot be changed. */
  readonly readOnlyNames: readonly string[]
}

/** Returns the command line that confines a program with macOS's `sandbox-exec`. */
export function seatbeltProgram({ command, args }: Program, view: SeatbeltView): Program {
  return { command: '/usr/bin/sandbox-exec', args: ['-p', seatbeltProfile(view), command, ...args] }
}

/**
 * Returns a profile of the macOS sandbox. A later rule wins over an earlier one, so the secrets come last. Nothing is
 * allowed that is not named: no network unless it is wanted, no other program's services beyond those that every
 * program needs.
 */
export function seatbeltProfile(view: SeatbeltView): string {
  const { writable, network, temporary, hidden, shown, hiddenNames, readOnlyNames } = view
  return [
    ...BASE,
    '(allow file-read*)',
    ...hidden.map((path) => `(deny file-read-data ${subpath(path)})`),
    ...[...shown, ...writable, temporary].map((path) => `(allow file-read* ${subpath(path)})`),
    ...[...writable, temporary].map((path) => `(allow file-write* ${subpath(path)})`),
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
    ...readOnlyNames.map((name) => `(deny file-write* ${named(name)})`),
    ...hiddenNames.map((name) => `(deny file-read* file-write* ${named(name)})`),
    network ? '(allow network*)' : '(deny network*)',
    '',
  ].join('\n')
}

/** Services of macOS that programs need to start, to look up users and to read the time zone. */
const SERVICES = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.notification_center',
  'com.apple.system.logger',
  'com.apple.logd',
  'com.apple.bsd.dirhelper',
]

const BASE: readonly string[] = [
  '(version 1)',
  '(deny default)',
  '(allow process-exec)',
  '(allow process-fork)',
  '(allow process-info* (target same-sandbox))',
  '(allow signal (target same-sandbox))',
  '(allow sysctl-read)',
  '(allow pseudo-tty)',
  `(allow mach-lookup ${SERVICES.map((name) => `(global-name ${quoted(name)})`).join(' ')})`,
]

const subpath = (path: string): string => `(subpath ${quoted(path)})`

/** A file or folder of that name, whatever the case, and everything below it. */
function named(name: string): string {
  const isPrefix = name.endsWith('*')
  const letters = (isPrefix ? name.slice(0, -1) : name).replaceAll(/[^]/g, anyCase)
  return `(regex #"/${letters}${isPrefix ? '[^/]*' : ''}(/|$)")`
}

function anyCase(letter: string): string {
  if (/[a-z]/i.test(letter)) return `[${letter.toLowerCase()}${letter.toUpperCase()}]`
  return /\w/.test(letter) ? letter : `\\${letter}`
}

/** A string of the profile's language, in which only quotes and backslashes have a meaning. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
