import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import { RECORDED_WORK, type RecordedSpan } from '../../../src/shared/flight-recorder.ts'
import { ok } from '../../../src/shared/result.ts'

const NAMES = {
  provider: 'anthropic',
  commit: 'commit',
  stream: 'agents.subscribe',
  call: 'log.search',
  loop: 'event loop',
  received: 'agents.subscribe',
  frame: 'long frame',
}

/** A recorder that has something of everything as soon as it is on. */
export function previewRecorder(note: (name: string, input: unknown) => unknown) {
  const os = implement(contract)
  let isOn = false
  return {
    read: os.recorder.read.handler(() => ({ isOn, spans: isOn ? spans(Date.now()) : [] })),
    set: os.recorder.set.handler(({ input }) => {
      note('recorder.set', input)
      isOn = input.isOn
      return ok(null)
    }),
  }
}

function spans(now: number): readonly RecordedSpan[] {
  return RECORDED_WORK.flatMap((work, row) =>
    Array.from({ length: 40 - 4 * row }, (_, index) => {
      const ms = ((index * 37 + row * 11) % 90) + 1
      return { work, name: NAMES[work], at: now - 59_000 + index * (1_300 + row * 90), ms, count: (index % 7) + 1 }
    }),
  ).toSorted((a, b) => a.at - b.at)
}
