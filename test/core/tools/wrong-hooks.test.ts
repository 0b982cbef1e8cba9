import { expect, it } from 'vitest'

import { ToolHooks } from '../../../src/main/core/tools/tool-hooks.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { WRONG_HOOKS } from '../../../src/shared/tool-hook.ts'
import { refuse } from '../../../src/shared/result.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { untyped } from '../../support/untyped.ts'

it('denies every call while the hooks are wrong, and starts nothing', async () => {
  const hooks = new ToolHooks({
    config: { ...DEFAULT_CONFIG, hooks: WRONG_HOOKS },
    hookPrograms: { run: () => Promise.reject(new Error('Something was started')) },
    folderOf: () => Promise.resolve(refuse('No folder')),
    sandboxLevelOf: () => Promise.resolve(refuse('No level')),
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    logger: createRecordingLogger(),
  })
  const call = { type: 'tool_call', id: 'a', name: 'file_read', arguments: {} } as const
  expect(await hooks.before(call, untyped({ agentId: 'agent', turnId: 'turn' }), AbortSignal.timeout(60_000))).toEqual({
    type: 'deny',
    message: 'The hooks in config.json are wrong, so no tool is called until they are corrected.',
  })
})
