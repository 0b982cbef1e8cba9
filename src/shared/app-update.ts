/** What is published: finished versions, or also those that are being tried out. */
export const UPDATE_CHANNELS = ['stable', 'preview'] as const
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number]

/** The values of the setting: a channel, or `off`: nothing is asked, downloaded or installed. */
export const UPDATE_SETTINGS = [...UPDATE_CHANNELS, 'off'] as const
export type UpdateSetting = (typeof UPDATE_SETTINGS)[number]

/** Why an update is not installed: what happened, then what to do. */
export const UPDATE_REFUSALS = {
  off: 'Looking for updates is switched off. Choose a channel in Settings, About, or with "updates" in config.json.',
  no_place: 'This ikigai was made without a place for updates. Install a newer version as you installed this one.',
  no_keys:
    'Updates cannot be checked: this build of ikigai has no key for them. Install a newer version as you installed this one.',
  unreachable: 'The list of updates could not be read. Check the connection and the proxy, then try again.',
  host_not_named:
    'Connections are limited by "only_hosts", which does not name the server of updates. Add its host there if it may be reached.',
  insecure_address: 'The server of updates led to an address without encryption. Nothing was loaded; try again later.',
  oversized_feed: 'The list of updates is larger than such a list can be. Nothing was loaded; report it.',
  no_signature: 'The list of updates has no signature. Nothing was installed; try again later.',
  unreadable_note: 'The signature of the list of updates cannot be read. Nothing was installed; report it.',
  foreign_signature: 'The list of updates is not signed with a key of ikigai. Nothing was installed; report it.',
  changed_feed: 'The list of updates is not the one that was signed. Nothing was installed; try again later.',
  other_channel: 'The list of updates is for another channel. Nothing was installed; report it.',
  other_machine: 'The list of updates is for another system or processor. Nothing was installed; report it.',
  expired: 'The signature of the list of updates has expired. Check the date of this computer, then try again later.',
  future: 'The list of updates was signed in the future. Check the date of this computer.',
  unreadable_feed: 'The list of updates is signed, but is not one. Nothing was installed; report it.',
  replayed: 'The list of updates is older than one that was seen here. Nothing was installed; report it.',
  downgrade: 'The list of updates offers an older version than this one. Nothing was installed.',
  no_file:
    'The list of updates has no file for this installation. Install the newer version as you installed this one.',
  incomplete_file: 'The update arrived incomplete and was removed. Try again.',
  changed_file: 'The update is not the file that was signed, and was removed. Nothing was installed; report it.',
  not_stored: 'The update could not be stored. Make room on the disk, then try again.',
  not_installed: 'The update was loaded and checked, but the system refused to install it. Install it by hand.',
} as const
export type UpdateRefusal = keyof typeof UPDATE_REFUSALS

/** How a newer version comes here: the app replaces itself, gives a package to the user, or names a command of npm. */
export type UpdateWay = 'app' | 'package' | 'npm'

/** What is known about newer versions. */
export interface UpdateState {
  readonly version: string
  readonly channel: UpdateSetting
  readonly way: UpdateWay
  readonly phase: 'idle' | 'checking' | 'downloading' | 'installing'
  /** A version that is newer than this one; null: none was found. */
  readonly newest: string | null
  /** When the last check ended, ms since the epoch; null: none has. */
  readonly checkedAt: number | null
  /** Why the last check or installation failed; null: it did not. */
  readonly refusal: UpdateRefusal | null
  /** What the user runs to install `newest`; null: the app does it, or there is nothing. */
  readonly command: string | null
}

/** What is new in this version, in at most ten lines. */
export interface UpdateNews {
  readonly version: string
  readonly lines: readonly string[]
}
