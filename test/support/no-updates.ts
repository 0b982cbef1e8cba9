import type { UpdateState } from '../../src/shared/app-update.ts'
import { err } from '../../src/shared/result.ts'
import type { Updates } from '../../src/main/core/ports/update-ports.ts'

const STATE: UpdateState = {
  version: '0.0.0',
  channel: 'off',
  way: 'npm',
  phase: 'idle',
  newest: null,
  checkedAt: null,
  refusal: null,
  command: null,
}

/** Of an engine that is not updated. */
export const NO_UPDATES: Updates = {
  state: () => STATE,
  check: async () => STATE,
  load: async () => err('no_place'),
  restart: () => undefined,
  news: async () => ({ version: STATE.version, lines: [] }),
}
