import { z } from 'zod'

import type { OutsideCommand, OutsideOption, OutsideValue } from '../../../../shared/outside-session.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { type AgentUpdate, type OpenedSession, parseSession } from './agent-messages.ts'

/** More of each is not shown; longer texts are cut, UTF-16 units. */
const MAX_LISTED = 200
const MAX_TEXT = 500

const text = z.string().transform((value) => value.slice(0, MAX_TEXT))
const choiceSchema = z.object({ value: z.string(), name: text.nullish(), description: text.nullish() })
const optionSchema = z.object({
  id: z.string(),
  name: text.nullish(),
  currentValue: z.union([z.string(), z.boolean()]),
  options: z.array(z.union([choiceSchema, z.object({ options: z.array(choiceSchema) })])).nullish(),
})
const modesSchema = z.object({
  currentModeId: z.string(),
  availableModes: z.array(z.object({ id: z.string(), name: text.nullish(), description: text.nullish() })),
})
const commandSchema = z.object({
  name: z.string().regex(/^[^\s/]{1,100}$/),
  description: text.nullish(),
  input: z.object({ hint: text.nullish() }).nullish(),
})

/** The modes of programs that do not list them among their options. */
const MODE = 'mode'

/** Returns the settings of a session. What has another form is left out. */
export function offeredOptions({ configOptions, modes }: OpenedSession): readonly OutsideOption[] {
  const options = (configOptions ?? []).flatMap((option) => toOption(optionSchema.safeParse(option).data))
  const found = modesSchema.safeParse(modes).data
  if (found === undefined || (configOptions ?? []).some(isMode)) return options.slice(0, MAX_LISTED)
  const choices = found.availableModes.map(({ id: value, ...mode }) => toChoice({ value, ...mode }))
  const mode = { id: MODE, name: 'Mode', value: found.currentModeId, choices: choices.slice(0, MAX_LISTED) }
  return [mode, ...options].slice(0, MAX_LISTED)
}

/** Returns the request that sets a setting, by its id or its category; null: the session does not have it. */
export function optionRequest(
  sessionId: string,
  opened: OpenedSession,
  [id, value]: readonly [string, OutsideValue],
): { readonly method: 'session/set_config_option' | 'session/set_mode'; readonly params: JsonObject } | null {
  const option = opened.configOptions?.find((each) => each.id === id || each.category === id)
  if (option !== undefined) {
    const boolean = typeof value === 'boolean' ? { type: 'boolean' } : {}
    return { method: 'session/set_config_option', params: { sessionId, configId: option.id, value, ...boolean } }
  }
  const isOfModes = id === MODE && typeof value === 'string' && opened.modes != null
  return isOfModes ? { method: 'session/set_mode', params: { sessionId, modeId: value } } : null
}

/** Returns the session after a setting was set. `answer`: the program's, which may list all settings anew. */
export function withValue(
  opened: OpenedSession,
  [id, value]: readonly [string, OutsideValue],
  answer: unknown,
): OpenedSession {
  const listed = parseSession(answer).configOptions ?? []
  if (listed.length > 0) return { ...opened, configOptions: listed }
  const isIt = (option: { readonly id: string; readonly category?: string | null | undefined }): boolean =>
    option.id === id || option.category === id
  if (opened.configOptions?.some(isIt) === true) {
    const configOptions = opened.configOptions.map((option) =>
      isIt(option) ? { ...option, currentValue: value } : option,
    )
    return { ...opened, configOptions }
  }
  return id === MODE && opened.modes != null ? { ...opened, modes: { ...opened.modes, currentModeId: value } } : opened
}

/** Returns the session after a notification; the same object: the notification is not about its settings. */
export function sessionAfter(opened: OpenedSession, update: AgentUpdate): OpenedSession {
  if (update.sessionUpdate === 'config_option_update') return withValue(opened, ['', ''], update)
  const mode = update['currentModeId']
  const isOfMode = update.sessionUpdate === 'current_mode_update' && typeof mode === 'string'
  return isOfMode ? withValue(opened, [MODE, mode], {}) : opened
}

/** Returns the commands that a notification lists; null: it is not about commands. */
export function offeredCommands(update: AgentUpdate): readonly OutsideCommand[] | null {
  if (update.sessionUpdate !== 'available_commands_update') return null
  const listed = z.array(z.unknown()).safeParse(update['availableCommands']).data ?? []
  return listed.slice(0, MAX_LISTED).flatMap((command): readonly OutsideCommand[] => {
    const { name, description, input } = commandSchema.safeParse(command).data ?? {}
    return name === undefined ? [] : [{ name, description: description ?? '', hint: input?.hint ?? '' }]
  })
}

function isMode({ id, category }: { readonly id: string; readonly category?: string | null | undefined }): boolean {
  return category === MODE || id === MODE
}

function toOption(option: z.infer<typeof optionSchema> | undefined): readonly OutsideOption[] {
  if (option === undefined) return []
  const { id, name, currentValue: value, options } = option
  const choices = (options ?? []).flatMap((each) => ('value' in each ? [each] : each.options)).map(toChoice)
  if (typeof value === 'string' && choices.length === 0) return []
  return [{ id, name: name ?? id, value, choices: choices.slice(0, MAX_LISTED) }]
}

function toChoice({ value, name, description }: z.infer<typeof choiceSchema>): OutsideOption['choices'][number] {
  return { value, name: name ?? value, description: description ?? '' }
}
