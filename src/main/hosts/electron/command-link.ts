import {
  chmodSync,
  constants,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  accessSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { makeFolder } from '../../make-folder.ts'

/** What this app and machine are, for the command line. */
export interface CommandSurroundings {
  readonly platform: NodeJS.Platform
  /** The home folder of the user. */
  readonly home: string
  /** PATH of this process, and on macOS what `/etc/paths` adds in terminals. */
  readonly path: readonly string[]
  /** The command inside of this app; null: it has none, as a checkout. */
  readonly command: string | null
  /** The file of the AppImage, in which the command is; null: the app is no AppImage. */
  readonly appImage: string | null
}

/** What is at a path. `own`: a link to the command of an ikigai app, or the script for its AppImage. */
type FoundCommand = 'nothing' | 'own' | 'foreign'

/** Where the command can be put. */
export interface CommandPlace {
  readonly file: string
  readonly found: FoundCommand
  /** Whether the user may write there without further rights. */
  readonly isWritable: boolean
  /** Whether terminals look there. */
  readonly isOnPath: boolean
}

export type CommandOffer =
  /** Can be installed at `place`. */
  | { readonly type: 'install'; readonly place: CommandPlace }
  /** Is there, and can be removed. */
  | { readonly type: 'installed'; readonly place: CommandPlace }
  /** A file that is not ours is at each place where it could be. */
  | { readonly type: 'taken'; readonly file: string }
  /** Nothing can be done here. */
  | { readonly type: 'none'; readonly reason: string }

const SCRIPT_MARK = '# Written by ikigai: Install the ikigai command'
const COMMAND_END = join('command-line', 'ikigai')
const PACKAGED = '/usr/bin/ikigai'

const REASONS = {
  checkout: 'This ikigai is a checkout. In its folder, npm link makes the command ikigai.',
  windows: 'The installer for Windows adds the command ikigai to PATH. Run it again, and agree.',
  package: `The package has installed the command ikigai: ${PACKAGED}. It is removed with the package.`,
  moved:
    'macOS runs this app from a temporary place. Move ikigai to the folder Applications, start it there, and try again.',
} as const

/** Decides what can be offered. `places` as `commandPlaces` names them, the preferred one first. */
export function decideCommandOffer(facts: CommandSurroundings, places: readonly CommandPlace[]): CommandOffer {
  if (facts.platform === 'win32') return { type: 'none', reason: REASONS.windows }
  if (facts.command === null) return { type: 'none', reason: REASONS.checkout }
  if (isTemporary(facts)) return { type: 'none', reason: REASONS.moved }
  const own = places.find(({ found }) => found === 'own')
  if (own?.file === PACKAGED) return { type: 'none', reason: REASONS.package }
  if (own !== undefined) return { type: 'installed', place: own }
  const free = places.filter(({ found, isWritable }) => found === 'nothing' && isWritable)
  const place = free.find(({ isOnPath }) => isOnPath) ?? free[0]
  if (place !== undefined) return { type: 'install', place }
  const taken = places.find(({ found }) => found === 'foreign')
  if (taken !== undefined) return { type: 'taken', file: taken.file }
  return { type: 'none', reason: `${places.map(({ file }) => dirname(file)).join(' and ')} cannot be written to.` }
}

/** The files that the command could be, without looking at them. That of the package only where that makes it. */
export function commandFiles({ platform, home, appImage }: CommandSurroundings): readonly string[] {
  const own = join(home, '.local', 'bin', 'ikigai')
  if (platform === 'darwin') return ['/usr/local/bin/ikigai', own]
  return appImage === null ? [PACKAGED, own] : [own]
}

/** Looks at the places where the command is or could be. */
export function commandPlaces(facts: CommandSurroundings): readonly CommandPlace[] {
  return commandFiles(facts).map((file) => ({
    file,
    found: foundAt(file),
    isWritable: file !== PACKAGED && isWritable(dirname(file)),
    isOnPath: facts.path.includes(dirname(file)),
  }))
}

/** What to write on the line that adds the folder of `file` to PATH, in the start file of a shell. */
export function pathLine(file: string, home: string): string {
  const folder = dirname(file)
  return `export PATH="${folder.startsWith(`${home}/`) ? `$HOME${folder.slice(home.length)}` : folder}:$PATH"`
}

/** Makes the command. Throws if something is at the file by now. */
export function installCommand(file: string, { command, appImage }: CommandSurroundings): void {
  if (command === null) throw new Error('This app has no command.')
  makeFolder(dirname(file))
  if (appImage === null) return symlinkSync(command, file)
  writeFileSync(file, appImageScript(appImage), { flag: 'wx', mode: 0o755 })
  chmodSync(file, 0o755)
}

/** Removes the command, unless it is not ours by now; returns whether it was. */
export function removeCommand(file: string): boolean {
  if (foundAt(file) !== 'own') return false
  rmSync(file)
  return true
}

/**
 * The command inside of an AppImage, whose files are there only while it is mounted: the script mounts it for as long
 * as the command runs, and is replaced by it, so that signals and exit codes are those of the command.
 */
function appImageScript(appImage: string): string {
  return `#!/bin/sh
${SCRIPT_MARK}
app=${shellQuoted(appImage)}
if [ ! -x "$app" ]; then
  echo "The AppImage of ikigai is not at $app. Start it where it is now, and install the command again." >&2
  exit 127
fi
folder=$(mktemp -d) || exit 1
mkfifo "$folder/place"
"$app" --appimage-mount </dev/null >"$folder/place" 2>/dev/null &
mounted=$!
read -r place <"$folder/place"
rm -r "$folder"
if [ -z "$place" ]; then
  echo "$app cannot be mounted, which needs FUSE: install the package fuse3, or ikigai by npm." >&2
  exit 126
fi
# Ends the mount when the command, which has the number of this shell, has ended.
(while kill -0 $$; do sleep 1; done; kill "$mounted") </dev/null >/dev/null 2>&1 &
exec "$place/resources/app.asar.unpacked/command-line/ikigai" "$@"
`
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function foundAt(file: string): FoundCommand {
  const target = attempt(() => readlinkSync(file))
  if (target !== null) return target.endsWith(COMMAND_END) ? 'own' : 'foreign'
  if (attempt(() => statSync(file)) === null) return 'nothing'
  return attempt(() => readFileSync(file, 'utf8'))?.split('\n')[1] === SCRIPT_MARK ? 'own' : 'foreign'
}

/** A folder that is not there is made. */
function isWritable(folder: string): boolean {
  const parent = dirname(folder)
  if (attempt(() => statSync(folder)) === null) return parent !== folder && isWritable(parent)
  return attempt(() => (accessSync(folder, constants.W_OK), true)) !== null
}

/** macOS runs an app that was not moved yet from a temporary copy, and one in a disk image from a volume. */
function isTemporary({ platform, command }: CommandSurroundings): boolean {
  return platform === 'darwin' && command !== null && /^\/Volumes\/|\/AppTranslocation\//.test(command)
}

function attempt<Value>(look: () => Value): Value | null {
  try {
    return look()
  } catch {
    return null
  }
}
