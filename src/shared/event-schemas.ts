import { z } from 'zod'

import { isJsonObject, type JsonObject } from './json.ts'

/** The id of an event. */
export const eventIdSchema = z.number().int().positive()
export const answerSourceSchema = z.looseObject({ agent: z.string(), events: z.array(eventIdSchema) })
/**
 * An object from parsed JSON, used unchanged. A record schema would build a new object and lose a key such as
 * `__proto__`.
 */
export const jsonObjectSchema = z.custom<JsonObject>(isJsonObject, 'expected an object')
