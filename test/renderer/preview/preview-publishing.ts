import type { implement } from '@orpc/server'

import type { Contract } from '../../../src/shared/contract.ts'
import { ok } from '../../../src/shared/result.ts'

type PublishingImplementer = ReturnType<typeof implement<Contract>>['publishing']

const COMMIT = '7c1d22e0'.repeat(5)

/** A branch with one commit to push, and a pull request with a failed check once it was opened. */
export function previewPublishing(os: PublishingImplementer, note: (name: string, input: unknown) => void) {
  let isPushed = false
  return {
    commit: os.commit.handler(({ input }) => {
      note('publishing.commit', input)
      return ok({ commit: COMMIT, files: [] })
    }),
    plan: os.plan.handler(({ input: { branch = 'ikigai/fix-1', remote = 'origin' } }) =>
      ok({
        remote,
        remotes: ['origin', 'fork'],
        url: 'https://github.com/ann/shop.git',
        branch,
        commit: COMMIT,
        replaces: isPushed ? COMMIT : null,
        commits: isPushed ? [] : [{ id: COMMIT, subject: 'Fix the sum' }],
        more: 0,
        needsForce: false,
        uncommitted: isPushed ? [] : ['src/round.ts'],
        base: 'main',
        title: 'Fix the sum',
        body: '- Fix the sum in src/add.ts',
      }),
    ),
    push: os.push.handler(({ input }) => {
      note('publishing.push', input)
      isPushed = true
      return ok({ url: input.url, branch: input.branch, commit: input.commit })
    }),
    open: os.open.handler(({ input }) => {
      note('publishing.open', input)
      return ok({ url: 'https://github.com/ann/shop/pull/7', number: 7, title: input.title })
    }),
    checks: os.checks.handler(() =>
      ok({
        request: { url: 'https://github.com/ann/shop/pull/7', number: 7, title: 'Fix the sum' },
        checks: [
          { name: 'CI / lint', state: 'passed' as const, link: null },
          { name: 'CI / test', state: 'failed' as const, link: 'https://github.com/ann/shop/actions/runs/1/job/2' },
        ],
      }),
    ),
    sendFailures: os.sendFailures.handler(({ input }) => {
      note('publishing.sendFailures', input)
      return ok({ answers: [], turnStarted: true, children: [], startedChildren: [] })
    }),
  }
}
