import type { KeyBinding } from '../../shared/app-command-row.ts'
import { texts } from '../text/texts.ts'

const { keys } = texts

/** The fields of a keyboard event that identify the keys. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

interface Chord {
  readonly mod: boolean
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly key: string
}

/** Keys that are bound by their position: with Shift, or on another layout, they type other characters. */
const CODES: Readonly<Record<string, string>> = {
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '\\': 'Backslash',
  ',': 'Comma',
  '/': 'Slash',
  '`': 'Backquote',
}

export function matchesBinding(binding: KeyBinding, pressed: PressedKey, isMac: boolean): boolean {
  const chord = parse(binding)
  const ctrl = chord.ctrl || (chord.mod && !isMac)
  const meta = chord.mod && isMac
  return (
    pressed.ctrlKey === ctrl &&
    pressed.metaKey === meta &&
    pressed.shiftKey === chord.shift &&
    pressed.altKey === chord.alt &&
    matchesKey(chord.key, pressed)
  )
}

/** Formats a binding for display: `Ctrl+Shift+N`, `⇧⌘N`. */
export function formatBinding(binding: KeyBinding, isMac: boolean): string {
  const { mod, ctrl, shift, alt, key } = parse(binding)
  const name = KEY_NAMES[key] ?? key.toUpperCase()
  if (isMac) return `${ctrl ? '⌃' : ''}${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${name}`
  return [...(mod || ctrl ? [keys.ctrl] : []), ...(alt ? [keys.alt] : []), ...(shift ? [keys.shift] : []), name].join(
    '+',
  )
}

/**
 * Returns the pressed keys in the notation of the command table; null if they cannot be bound (a letter or Shift
 * alone).
 */
export function bindingOf(pressed: PressedKey, isMac: boolean): KeyBinding | null {
  if (['Control', 'Meta', 'Shift', 'Alt', 'Dead', 'AltGraph'].includes(pressed.key)) return null
  const mod = isMac ? pressed.metaKey : pressed.ctrlKey
  const isFunctionKey = /^F\d+$/.test(pressed.key)
  if (!mod && !pressed.altKey && !(isMac && pressed.ctrlKey) && !isFunctionKey) return null
  return [
    ...(mod ? ['Mod'] : []),
    ...(isMac && pressed.ctrlKey ? ['Ctrl'] : []),
    ...(pressed.altKey ? ['Alt'] : []),
    ...(pressed.shiftKey ? ['Shift'] : []),
    keyName(pressed),
  ].join('+')
}

function keyName({ key, code }: PressedKey): string {
  const place = Object.entries(CODES).find(([, each]) => each === code)?.[0]
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return place ?? digit ?? (key.length === 1 ? key.toUpperCase() : key)
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  tab: keys.tab,
  space: keys.space,
  ' ': keys.space,
  escape: keys.escape,
  'escape escape': `${keys.escape} ${keys.escape}`,
  delete: keys.delete,
  enter: keys.enter,
  pageup: keys.pageUp,
  pagedown: keys.pageDown,
  home: keys.home,
  end: keys.end,
}

function parse(binding: KeyBinding): Chord {
  const parts = binding.split('+')
  return {
    mod: parts.includes('Mod'),
    ctrl: parts.includes('Ctrl'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
    key: (parts.at(-1) ?? '').toLowerCase(),
  }
}

function matchesKey(key: string, pressed: PressedKey): boolean {
  const code = CODES[key] ?? (/^\d$/.test(key) ? `Digit${key}` : null)
  return code === null ? pressed.key.toLowerCase() === key : pressed.code === code
}
