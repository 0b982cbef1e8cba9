import { z } from 'zod'

import { SANDBOX_LEVELS } from './sandbox.ts'
import { withoutPassword } from './without-password.ts'

/** One key of config.json. */
export interface SettingRow<Value> {
  readonly key: string
  /**
   * Schema of a change from a window. A value that fits `type` but not `schema` is refused with the message of
   * `schema`.
   */
  readonly type: z.ZodType<Value>
  /** Schema of the value in the file. The messages complete `KEY …`. */
  readonly schema: z.ZodType<Value>
  readonly default: NoInfer<Value>
  /**
   * What holds in place of a value in the file that is wrong, where the default would allow more than the user may have wanted.
   * Missing: the default. `value` need not fit `schema`. `effect`: what it does, as a clause.
   */
  readonly whenWrong?: { readonly value: NoInfer<Value>; readonly effect: string }
  readonly appliesAt: 'immediately' | 'next_start'
  /** Whether a page of the settings changes it in the window; otherwise the file alone does. */
  readonly isInWindow: boolean
  /**
   * True: it neither starts programs, nor sends anything, nor relaxes a limit, so a window may change it without
   * confirmation.
   */
  readonly isHarmless?: boolean
  /** Returns the part of the value that a window may see. Missing: all of it. */
  readonly mask?: (value: Value) => Value
}

/** Infers the type of a row from its default. */
export function setting<Value>(row: SettingRow<Value>): SettingRow<Value> {
  return row
}

export const sentNumber = z.number()
export const sentText = z.string().max(4_000)
export const positiveSchema = z.int('must be a whole number').positive('must be more than 0')
export const wholeNumberSchema = z.int('must be a whole number')
export const textSchema = z.string('must be text')
/** The name of a provider or an endpoint. Whether there is such an endpoint is known only with the whole file. */
export const providerSchema = z
  .string('must be the name of a provider or an endpoint')
  .max(40, 'must be the name of a provider or an endpoint')
  .nullable()
export const cacheLifetimeSchema = z.enum(['auto', '5m', '1h', '12h'], 'must be auto, 5m, 1h or 12h')
const hostsSchema = z
  .array(
    z
      .string('must be a list of hosts')
      .max(300)
      .regex(/^[\w.*:[\]-]+$/, 'must be host names, such as registry.npmjs.org'),
    'must be a list of hosts',
  )
  .max(500)
  .nullable()
export const sandboxSettingSchema = z.enum(SANDBOX_LEVELS, `must be ${SANDBOX_LEVELS.join(', ')}`)
export const maskAddress = (address: string | null): string | null =>
  address === null ? null : withoutPassword(address)

/** A row whose value is a whole number above 0, changed in the file. */
export function limitSetting(
  key: string,
  standard: number,
  appliesAt: 'immediately' | 'next_start',
): SettingRow<number> {
  return { key, type: sentNumber, schema: positiveSchema, default: standard, appliesAt, isInWindow: false }
}

/** As `limitSetting`, of what agents do without a user; of one that is wrong, the least. */
export function unattendedLimit(key: string, standard: number): SettingRow<number> {
  return { ...limitSetting(key, standard, 'immediately'), whenWrong: { value: 1, effect: 'it is 1' } }
}

/** A limit on what is spent, US dollars; null: none. A wrong one is 0, with which nothing is spent without a question. */
export function spendingLimit(key: string): SettingRow<number | null> {
  return {
    key,
    type: sentNumber.nullable(),
    schema: z.number('must be a number of dollars').positive('must be more than 0').nullable(),
    default: null,
    appliesAt: 'immediately',
    isInWindow: false,
    whenWrong: { value: 0, effect: 'nothing is spent without a question' },
  }
}

/** A row whose value is a whole number from 0 to `most`, changed in the window too. */
export function countSetting(key: string, standard: number, most: number): SettingRow<number> {
  const schema = wholeNumberSchema.nonnegative('must not be negative').max(most, `must be at most ${most}`)
  return { key, type: sentNumber, schema, default: standard, appliesAt: 'immediately', isInWindow: true }
}

/** A row whose value is a folder, changed in the window too; null: the default one. */
export function folderSetting(key: string, appliesAt: 'immediately' | 'next_start'): SettingRow<string | null> {
  const schema = textSchema.regex(/^(\/|~\/|[A-Za-z]:\\)/, 'must be an absolute path, or begin with ~/').nullable()
  return { key, type: sentText.nullable(), schema, default: null, appliesAt, isInWindow: true }
}

/** A row whose value is a list of hosts, in which `*` matches any text. */
export function hostsSetting(
  key: string,
  standard: readonly string[] | null,
  isInWindow: boolean,
  whenWrong: NonNullable<SettingRow<readonly string[] | null>['whenWrong']>,
): SettingRow<readonly string[] | null> {
  const facts = { key, default: standard, isInWindow, whenWrong }
  return { ...facts, type: hostsSchema, schema: hostsSchema, appliesAt: 'immediately' }
}
