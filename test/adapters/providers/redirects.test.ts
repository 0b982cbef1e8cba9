import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createProviderFactory } from '../../../src/main/adapters/providers/create-provider-factory.ts'
import { ownHostFetch } from '../../../src/main/adapters/own-host-fetch.ts'
import type { Provider } from '../../../src/main/core/ports/provider-ports.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import type { EndpointEntry } from '../../../src/shared/endpoints/endpoint-entry.ts'
import { ENDPOINT_KINDS, KEY_HEADERS } from '../../../src/shared/endpoints/endpoint-kinds.ts'
import { API_PROVIDERS, PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import { endpointAt } from '../../support/endpoint-at.ts'
import { fakeCredentials } from '../../support/fake-credentials.ts'
import { type Playback, playAnswers } from '../../support/play-recording.ts'
import { eventsOf, helloRequest } from '../../support/provider-outcome.ts'

/** A server that redirects gets the key of its own address sent nowhere else. */

let other: Playback
let first: Playback
/** Where the first server sends its visitors. */
let location = ''

beforeEach(async () => {
  other = await playAnswers((response) => {
    response.writeHead(200).end('{}')
  })
  first = await playAnswers((response) => {
    response.writeHead(307, { location }).end()
  })
  // Another port is another server; the name differs too, in case only hosts are compared.
  location = `${other.url.replace('127.0.0.1', 'localhost')}/v1/elsewhere?token=secret-token-1`
})
afterEach(async () => {
  await first.stop()
  await other.stop()
})

const REFUSED = /redirects to http:\/\/localhost:\d+, where its key is not sent/

/** Asks for a list and for an answer; returns whether both failed as they should, and how many requests each server got. */
async function asked(provider: Provider, model: string) {
  const listed = await provider.listModels(new AbortController().signal)
  const events = await eventsOf(provider, helloRequest('openai', { model }))
  const failures = [listed.ok ? 'listed' : listed.error.message, JSON.stringify(events)]
  const isRefused = failures.every((words) => REFUSED.test(words) && !words.includes('secret-token-1'))
  return { isRefused, first: first.requests.length, other: other.requests.length }
}
const NOTHING_SENT = { isRefused: true, first: 2, other: 0 }

it.each(PROVIDER_NAMES)('the key of %s', async (name) => {
  const { baseUrlVariables, keyVariables } = API_PROVIDERS[name]
  const environment = { [baseUrlVariables[0] ?? '']: first.url, [keyVariables[0] ?? '']: 'some-key-0123456789' }
  const services = { credentials: fakeCredentials(), config: DEFAULT_CONFIG, environment }
  const made = await createProviderFactory(services).create(name)
  if (!made.ok) throw new Error(made.error.message)
  expect(await asked(made.value, 'model-1')).toEqual(NOTHING_SENT)
})

describe.each(ENDPOINT_KINDS)('an endpoint with %s', (kind) => {
  it.each(KEY_HEADERS)('and its key in the header %s', async (header) => {
    const entry: EndpointEntry = { name: 'team', kind, base_url: first.url, key: 'some-key-0123456789' }
    const provider = await endpointAt({ ...entry, key_header: header, headers: { 'x-team': 'team-secret-1' } })
    expect(await asked(provider, 'team/m')).toEqual(NOTHING_SENT)
  })
})

describe('a redirect on the same server', () => {
  it.each([
    [307, 'POST', '{"a":1}'],
    [308, 'POST', '{"a":1}'],
    [301, 'POST', '{"a":1}'],
    [303, 'GET', '{}'],
  ])('with status %i is followed as %s', async (status, method, body) => {
    const methods: string[] = []
    const server = await playAnswers(
      (response) => {
        response.writeHead(status, { location: '/there?x=1' }).end()
      },
      (response) => {
        methods.push(response.req.method ?? '')
        response.writeHead(200).end('{}')
      },
    )
    const headers = { 'x-api-key': 'some-key-0123456789' }
    const response = await ownHostFetch(`${server.url}/here`, { method: 'POST', headers, body: '{"a":1}' })
    expect([response.status, methods]).toEqual([200, [method]])
    expect(server.requests.at(-1)).toMatchObject({ path: '/there?x=1', headers, body: JSON.parse(body) })
    await server.stop()
  })

  it('ends after twenty', async () => {
    location = '/again'
    await expect(ownHostFetch(first.url)).rejects.toThrow('redirect count exceeded')
    expect(first.requests).toHaveLength(21)
  })
})
