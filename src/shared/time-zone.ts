/** Whether both sides resolve the name the same way: an offset such as `+02:00` has the opposite sign in PostgreSQL. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions() !== null
  } catch {
    return false
  }
}

export interface MachineTimeZone {
  /** A name that `isTimeZone` accepts. */
  readonly name: string
  /** What the user should know: the zone that was set is not used. Null: it is. */
  readonly note: string | null
}

/** The widest offsets that have a name, hours. */
const MOST_WEST = -12
const MOST_EAST = 14

/**
 * Returns the time zone of this machine. A zone that has no name (`TZ=UTC+2`, an unknown name) is that of its offset
 * from UTC in whole hours, or UTC. `resolved`: as the system names it, which may be nothing. `minutesBehind`: as
 * `Date.getTimezoneOffset` returns them.
 */
export function machineTimeZone(
  minutesBehind: number,
  resolved: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): MachineTimeZone {
  if (resolved !== undefined && isTimeZone(resolved)) return { name: resolved, note: null }
  const hours = -minutesBehind / 60
  if (Number.isInteger(hours) && hours !== 0 && hours >= MOST_WEST && hours <= MOST_EAST) {
    // The signs of these names are those of POSIX.
    return { name: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`, note: null }
  }
  const note =
    'The time zone of this machine (TZ) is not known, so days are those of UTC. Set it to a name such as Europe/Berlin.'
  return { name: 'UTC', note }
}
