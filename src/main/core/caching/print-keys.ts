import { StoredSetting } from '../stored-setting.ts'
import type { SettingsStore } from '../ports/log-ports.ts'

/** Digits of a hash: of a billion changes, one is not seen. */
export const HASH_DIGITS = 5

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Hexadecimal digits that a number holds exactly. */
const EXACT_DIGITS = 13

/** Hashes that nobody can compare with texts of their own who does not have the key. */
export class PrintKey {
  /** Prints with different names cannot be compared. */
  readonly name: string
  readonly #key: string
  readonly #sha256: (text: string) => string
  /** Transcripts keep their messages, so that only new ones are read. */
  readonly #known = new WeakMap<object, string>()

  /** `sha256`: returns the SHA-256 of a text, hex. */
  constructor(key: string, sha256: (text: string) => string) {
    this.#key = key
    this.#sha256 = sha256
    this.name = this.hash('')
  }

  hash(text: string): string {
    let rest = Number.parseInt(this.#sha256(`${this.#key}\n${text}`).slice(0, EXACT_DIGITS), 16)
    let digits = ''
    for (let digit = 0; digit < HASH_DIGITS; digit += 1) {
      digits += ALPHABET.charAt(rest % ALPHABET.length)
      rest = Math.floor(rest / ALPHABET.length)
    }
    return digits
  }

  hashPart(part: object): string {
    const known = this.#known.get(part) ?? this.hash(JSON.stringify(part))
    this.#known.set(part, known)
    return known
  }
}

const STORED = {
  key: 'request_print_key' as const,
  empty: '',
  parse: (stored: unknown) => (typeof stored === 'string' ? stored : null),
  damaged: 'The key for the hashes of requests is damaged.',
}

interface KeyServices {
  readonly settings: SettingsStore
  readonly ids: { uuid(): string }
  readonly projectFiles: { hash(text: string): string }
}

/** The key of one database for the hashes of requests. It is in no export, and replaced when content is redacted. */
export class PrintKeys {
  readonly #services: KeyServices
  #read: Promise<PrintKey | null> | null = null

  constructor(services: KeyServices) {
    this.#services = services
  }

  /** Null: the database cannot be read. */
  async current(): Promise<PrintKey | null> {
    this.#read ??= this.#change((key) => (key === '' ? this.#services.ids.uuid() : key))
    const key = await this.#read
    if (key === null) this.#read = null
    return key
  }

  /** Reads the key again before it is used: another engine may have replaced it. */
  forget(): void {
    this.#read = null
  }

  /** From now on nobody can find out whether an earlier hash is that of a text. Returns whether it was replaced. */
  async replace(): Promise<boolean> {
    const replaced = await this.#change(() => this.#services.ids.uuid())
    this.forget()
    return replaced !== null
  }

  async #change(change: (key: string) => string): Promise<PrintKey | null> {
    const stored = new StoredSetting<string>(this.#services.settings, STORED)
    const changed = await stored.change(change)
    return changed.ok ? new PrintKey(changed.value, (text) => this.#services.projectFiles.hash(text)) : null
  }
}
