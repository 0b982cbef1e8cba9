import { implement } from '@orpc/server'

import type { ConfigChange, ConfigState } from '../../../src/shared/config-change.ts'
import { contract } from '../../../src/shared/contract.ts'
import { shownEndpoint } from '../../../src/shared/endpoints/endpoint-change.ts'
import { resolveEndpoint } from '../../../src/shared/endpoints/endpoint.ts'

/** Endpoints of the preview: those of its config.json, which have no keys until one is saved. */
export function previewEndpoints(config: () => ConfigState, note: (name: string, input: unknown) => unknown) {
  const os = implement(contract)
  const keys = new Set<string>()
  return {
    list: os.endpoints.list.handler(() =>
      config().endpoints.map((shown) => ({
        ...shown,
        key: keys.has(shown.name) ? ('stored' as const) : ('none' as const),
        needsKey: true,
      })),
    ),
    setKey: os.endpoints.setKey.handler(({ input }) => {
      note('endpoints.setKey', input)
      keys.add(input.name)
      return { ok: true as const, value: null }
    }),
    try: os.endpoints.try.handler(({ input }) => ({
      ok: true as const,
      value: {
        model: `${input.name}/model-1`,
        request: {
          url: 'https://llm.example.com/v1/chat/completions',
          headers: { authorization: '••••••' },
          body: '{}',
        },
        answer: { status: 200, body: 'data: [DONE]' },
        text: 'Hello',
        error: null,
      },
    })),
  }
}

/** What the engine's config store would make of changed endpoints. */
export function updatedEndpoints(
  before: ConfigState['endpoints'],
  changes: NonNullable<ConfigChange['endpoints']>,
): ConfigState['endpoints'] {
  const kept = before.filter(({ name }) => !Object.hasOwn(changes, name))
  const added = Object.values(changes).flatMap((entry) =>
    entry === null ? [] : [shownEndpoint(resolveEndpoint(entry))],
  )
  return [...kept, ...added]
}
