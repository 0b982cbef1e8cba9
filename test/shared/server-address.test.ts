import { expect, it } from 'vitest'

import { baseUrlOf, readAddress } from '../../src/shared/server-address.ts'
import type { ApiProviderName } from '../../src/shared/providers.ts'

function understood(provider: ApiProviderName, pasted: string): string {
  const read = readAddress(pasted)
  return 'problem' in read ? read.problem : baseUrlOf(provider, read)
}

const OLLAMA = 'http://localhost:11434/v1'

it.each([
  'http://localhost:11434/v1',
  'http://localhost:11434/v1/',
  'http://localhost:11434/v1//',
  'http://localhost:11434',
  'http://localhost:11434/',
  'localhost:11434',
  'localhost:11434/v1',
  '//localhost:11434',
  'http:localhost:11434',
  '  http://localhost:11434/v1 \n',
  '"http://localhost:11434/v1"',
  "'http://localhost:11434'",
  '`localhost:11434`',
  '<http://localhost:11434/v1>',
  '“http://localhost:11434/v1”',
  '\ufeffhttp://localhost:11434/v1\u200b',
  'HTTP://LOCALHOST:11434/v1',
  'http://localhost:11434/v1/chat/completions',
  'http://localhost:11434/v1/models',
  'http://localhost:11434/v1/models/llama3',
  'http://localhost:11434//v1//chat/completions/',
  'http://localhost:11434/v1/v1',
  'http://localhost:11434/api',
  'http://localhost:11434/api/chat',
  'http://localhost:11434/api/generate',
  'http://localhost:11434/v1#top',
  'http://localhost:11434/v1?',
])('understands %j as a local server', (pasted) => {
  expect(understood('local', pasted)).toBe(OLLAMA)
})

it.each<[ApiProviderName, string, string]>([
  ['local', '0.0.0.0:8080', 'http://127.0.0.1:8080/v1'],
  ['local', 'http://[::]:8080/v1', 'http://[::1]:8080/v1'],
  ['local', '[::1]:8080', 'http://[::1]:8080/v1'],
  ['local', 'http://::1/v1', 'http://[::1]/v1'],
  ['local', 'fe80::1', 'http://[fe80::1]/v1'],
  ['local', '192.168.1.5:1234', 'http://192.168.1.5:1234/v1'],
  ['local', 'my-box:1234', 'http://my-box:1234/v1'],
  ['local', 'my-box.local', 'http://my-box.local/v1'],
  ['local', 'models.example.com', 'https://models.example.com/v1'],
  ['local', 'https://models.example.com/llm/openai/v1/', 'https://models.example.com/llm/openai/v1'],
  ['openai', 'https://gateway.example.com/v1/responses', 'https://gateway.example.com/v1'],
  ['openai', 'gateway.example.com/openai/v1', 'https://gateway.example.com/openai/v1'],
  ['anthropic', 'https://gateway.example.com/v1/messages', 'https://gateway.example.com'],
  ['anthropic', 'https://gateway.example.com/anthropic/v1', 'https://gateway.example.com/anthropic'],
  ['google', 'https://gateway.example.com/v1beta/models/gemini-3:generateContent', 'https://gateway.example.com'],
  ['mistral', 'https://api.mistral.ai/v1', 'https://api.mistral.ai/v1'],
])('%s: understands %s as %s', (provider, pasted, expected) => {
  expect(understood(provider, pasted)).toBe(expected)
})

const SECRET = 'MARKER5ecret'

it.each([
  ['', /must not be empty/],
  ['   ', /must not be empty/],
  ['ftp://localhost', /http:\/\/ or https:/],
  ['ws://localhost:1234', /http:\/\/ or https:/],
  ['file:///etc/passwd', /http:\/\/ or https:/],
  ['http://', /http:\/\/ or https:/],
  ['http://local host:1', /spaces/],
  ['http://localhost\\v1', /backslashes/],
  ['localhost:notaport', /http:\/\/ or https:/],
  ['localhost:99999', /http:\/\/ or https:/],
  ['nonsense', /http:\/\/ or https:/],
  [`sk-${SECRET}`, /http:\/\/ or https:/],
  [`http://ada:${SECRET}@localhost:11434`, /user name, a password or a key/],
  [`ada:${SECRET}@localhost:11434`, /user name, a password or a key/],
  [`https://${SECRET}@models.example.com`, /user name, a password or a key/],
  [`https://:${SECRET}@models.example.com`, /user name, a password or a key/],
  [`https://models.example.com/v1?key=${SECRET}`, /user name, a password or a key/],
  [`models.example.com?api_key=${SECRET}`, /user name, a password or a key/],
  [`https://models.example.com/v1?subscription-key=${SECRET}`, /user name, a password or a key/],
  [`https://models.example.com/v1?x=${SECRET}`, /query/],
  [`http://ada:${SECRET}@[bad`, /http:\/\/ or https:/],
])('refuses %j with its reason, and repeats nothing of it', (pasted, reason) => {
  const text = understood('local', pasted)
  expect(text).toMatch(reason)
  expect(text).not.toContain(SECRET)
})
