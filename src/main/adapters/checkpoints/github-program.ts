import { z } from 'zod'

import { DONE, mapOk, ok } from '../../../shared/result.ts'
import type { RequestPlace } from '../../core/ports/publishing-ports.ts'
import { type HostProgram, parsedOutput } from './host-program.ts'

const requestsSchema = z.array(
  z.object({ number: z.number(), url: z.string(), title: z.string(), isCrossRepository: z.boolean() }),
)

const repositorySchema = z.object({
  isFork: z.boolean(),
  parent: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }).nullable(),
})

/** Most requests of branches with the same name, in forks too, that are looked through. */
const MAX_REQUESTS = 100

/** `bucket` groups the states of `gh pr checks` (https://cli.github.com/manual/gh_pr_checks). */
const checksSchema = z.array(
  z.object({
    name: z.string(),
    bucket: z.enum(['pass', 'fail', 'pending', 'skipping', 'cancel']),
    link: z.string(),
    workflow: z.string().optional(),
  }),
)

const STATES = { pass: 'passed', fail: 'failed', pending: 'pending', skipping: 'skipped', cancel: 'cancelled' } as const

/** `gh` ends with 1 when a check failed and with 8 while one is pending; with 1 also when it could not ask. */
const CHECKS_CODES = [1, 8]
const NO_CHECKS = /^no (?:required )?checks reported on the '.*' branch$/m

const inRepository = ({ address }: RequestPlace): string => `--repo=${address.host ?? ''}/${address.repository}`

/** GitHub's `gh`. */
export const github: HostProgram = {
  program: 'gh',
  signedIn: (host) => ['auth', 'status', `--hostname=${host}`],
  async find(run, place) {
    const options = [`--head=${place.branch}`, '--state=open', `--limit=${MAX_REQUESTS}`]
    const fields = '--json=number,url,title,isCrossRepository'
    const output = await run({ args: ['pr', 'list', inRepository(place), ...options, fields] })
    return mapOk(parsedOutput(output, requestsSchema, 'gh'), (requests) => {
      // A fork may have a branch of this name, whose request is another one's.
      const own = requests.find(({ isCrossRepository }) => !isCrossRepository)
      return own === undefined ? null : { number: own.number, url: own.url, title: own.title }
    })
  },
  async parentOf(run, { address }) {
    const args = ['repo', 'view', `${address.host ?? ''}/${address.repository}`, '--json=isFork,parent']
    const seen = parsedOutput(await run({ args }), repositorySchema, 'gh')
    const parent = seen.ok && seen.value.isFork ? seen.value.parent : null
    return parent === null ? null : `${parent.owner.login}/${parent.name}`
  },
  forkCommand({ address, branch }, parent, base) {
    const owner = address.repository.split('/')[0] ?? ''
    return `gh pr create --repo ${address.host ?? ''}/${parent} --head ${owner}:${branch} --base ${base}`
  },
  async open(run, place, { base, title, body, draft }) {
    const options = [`--head=${place.branch}`, `--base=${base}`, `--title=${title}`, '--body-file=-']
    const args = ['pr', 'create', inRepository(place), ...options, ...(draft ? ['--draft'] : [])]
    const done = await run({ args, input: body })
    return done.ok ? DONE : done
  },
  async checks(run, place, { url }) {
    const args = ['pr', 'checks', url, inRepository(place), '--json=name,bucket,link,workflow']
    const output = await run({ args, accepted: CHECKS_CODES, nothing: NO_CHECKS })
    if (output.ok && output.value.trim() === '') return ok([])
    return mapOk(parsedOutput(output, checksSchema, 'gh'), (checks) =>
      checks.map(({ name, bucket, link, workflow = '' }) => ({
        name: workflow === '' ? name : `${workflow} / ${name}`,
        state: STATES[bucket],
        link: link === '' ? null : link,
        job: /\/actions\/runs\/\d+\/job\/(\d+)/.exec(link)?.[1] ?? null,
      })),
    )
  },
  log: (run, place, job) => run({ args: ['run', 'view', inRepository(place), `--job=${job}`, '--log-failed'] }),
}
