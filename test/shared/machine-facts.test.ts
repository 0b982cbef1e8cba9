import { expect, it } from 'vitest'

import { type MachineFact, machineFactText } from '../../src/shared/machine-facts.ts'

const FOUND: MachineFact = { name: 'keys', state: 'ok', found: null, problem: null, command: null }

it.each<[Partial<MachineFact>, string]>([
  [{ name: 'keys', found: 'OpenAI, xAI' }, 'OpenAI, xAI'],
  [{ name: 'model', state: 'warning' }, 'none; new agents ask for one'],
  [{ name: 'sandbox' }, 'commands of agents are confined'],
  [
    { name: 'keychain', state: 'warning', problem: 'The keychain is locked.' },
    'new keys are kept in credentials.json (The keychain is locked)',
  ],
  [{ name: 'folder', state: 'error', found: '/a/b', problem: '/a is a file' }, '/a/b: cannot be used (/a is a file)'],
  [{ name: 'disk', found: '48300000000' }, '48.3 GB'],
  [{ name: 'disk', state: 'warning', found: '1000' }, '1 kB: nearly none'],
])('says what was found: %j', (fact, text) => {
  expect(machineFactText({ ...FOUND, ...fact })).toBe(text)
})

it('has the figures and reasons of another language where they are given', () => {
  const fact: MachineFact = { ...FOUND, name: 'disk', state: 'warning', found: '48300000000', problem: 'Why' }
  expect(machineFactText(fact, undefined, 'de-DE', () => 'Warum')).toBe('48,3\u{a0}GB: nearly none (Warum)')
})
