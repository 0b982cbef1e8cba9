import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ApiProviderName } from '../src/shared/providers.ts'
import { ROOT } from './project.ts'

/** What the types of the installed SDKs say about models. */
export interface SdkFacts {
  readonly models: readonly { readonly provider: ApiProviderName; readonly id: string }[]
  /** The values of the thinking level in requests. */
  readonly levels: readonly { readonly provider: ApiProviderName; readonly values: readonly string[] }[]
  readonly ends: readonly { readonly provider: ApiProviderName; readonly model: string; readonly endsOn: string }[]
}

const MESSAGES = '@anthropic-ai/sdk/resources/messages/messages'
/** Where the SDK has its table of ends; older versions have it beside the messages. */
const ENDS = ['@anthropic-ai/sdk/internal/data/deprecated-models.mjs', `${MESSAGES}.mjs`]

/** Reads the installed SDKs in `node_modules`. */
export async function installedSdkFacts(): Promise<SdkFacts> {
  const read = async (path: string): Promise<string> =>
    readFile(join(ROOT, 'node_modules', path), 'utf8').catch(() => '')
  const openai = await read('openai/resources/shared.d.ts')
  const anthropic = await read(`${MESSAGES}.d.ts`)
  const google = await read('@google/genai/dist/genai.d.ts')
  const ends = await Promise.all(ENDS.map(read))
  return sdkFacts({ openai, anthropic, google, ends: ends.join('\n') })
}

interface SdkSources {
  readonly openai: string
  readonly anthropic: string
  readonly google: string
  readonly ends: string
}

/** Reads the facts out of the texts of the SDKs' files. */
export function sdkFacts({ openai, anthropic, google, ends }: SdkSources): SdkFacts {
  const table = /DEPRECATED_MODELS = \{([^}]*)\}/.exec(ends)?.[1] ?? ''
  return {
    models: [
      ...union(openai, 'ChatModel').map((id) => ({ provider: 'openai', id }) as const),
      ...union(anthropic, 'Model').map((id) => ({ provider: 'anthropic', id }) as const),
    ],
    levels: [
      { provider: 'openai', values: union(openai, 'ReasoningEffort') },
      { provider: 'anthropic', values: quoted(/effort\?: ([^;]*);/.exec(anthropic)?.[1] ?? '') },
      { provider: 'google', values: quoted(/enum ThinkingLevel \{([^}]*)\}/.exec(google)?.[1] ?? '') },
    ],
    ends: [...table.matchAll(/'([^']+)': '([^']+)'/g)].map(([, model = '', day = '']) => {
      return { provider: 'anthropic', model, endsOn: isoDay(day) }
    }),
  }
}

/** The texts of a union type: `export type NAME = 'a' | 'b' | null`. */
function union(source: string, name: string): readonly string[] {
  return quoted(new RegExp(`export type ${name} = ([^;]*);`).exec(source)?.[1] ?? '')
}

function quoted(text: string): readonly string[] {
  return [...text.matchAll(/['"]([^'"]+)['"]/g)].map(([, value = '']) => value)
}

/** `November 30th, 2026` as `2026-11-30`. */
function isoDay(day: string): string {
  const time = Date.parse(`${day.replace(/(\d)(st|nd|rd|th)/, '$1')} UTC`)
  return Number.isNaN(time) ? day : new Date(time).toISOString().slice(0, 10)
}
