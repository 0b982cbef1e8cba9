import { z } from 'zod'

import { parseCommandLine } from './slash-commands.ts'

/** A value of a setting of an outside agent: one of its choices, or on and off. */
export const outsideValueSchema = z.union([z.string().max(10_000), z.boolean()])
export type OutsideValue = z.infer<typeof outsideValueSchema>

/** Values by the ids of their settings. */
export type OutsideValues = Readonly<Record<string, OutsideValue>>

interface OutsideChoice {
  readonly value: string
  readonly name: string
  /** Empty: the program gives none. */
  readonly description: string
}

/** A setting of an outside agent's session, as its program offers it: its mode, its model. */
export interface OutsideOption {
  readonly id: string
  readonly name: string
  readonly value: OutsideValue
  /** Empty: it is switched on and off. */
  readonly choices: readonly OutsideChoice[]
}

/** A command of an outside agent: `/NAME` at the beginning of a prompt. */
export interface OutsideCommand {
  readonly name: string
  readonly description: string
  /** What follows the name; empty: nothing, or the program does not say. */
  readonly hint: string
}

/** What the program of an outside agent offers in its session. */
export interface OutsideSession {
  readonly options: readonly OutsideOption[]
  readonly commands: readonly OutsideCommand[]
}

/** Returns whether a typed text calls one of the commands. Commands of ikigai come first. */
export function callsOutside(text: string, commands: readonly { readonly name: string }[]): boolean {
  const [line = ''] = text.split('\n')
  if (parseCommandLine(line) !== null) return false
  const name = /^\/(\S+)/.exec(line)?.[1]
  return commands.some((command) => command.name === name)
}

/** Returns whether the setting can have the value. */
export function acceptsValue({ choices }: OutsideOption, value: OutsideValue): boolean {
  return choices.length === 0 ? typeof value === 'boolean' : choices.some((choice) => choice.value === value)
}

const chosenSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), outsideValueSchema)))

/** Parses what was chosen: values by agent, then by program; null: it has another form. */
export function parseChosenOptions(stored: unknown): z.infer<typeof chosenSchema> | null {
  return chosenSchema.safeParse(stored).data ?? null
}
