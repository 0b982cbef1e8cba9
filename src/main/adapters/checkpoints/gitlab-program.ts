import { z } from 'zod'

import type { RequestCheck } from '../../../shared/publishing.ts'
import { DONE, mapOk } from '../../../shared/result.ts'
import type { RequestPlace } from '../../core/ports/publishing-ports.ts'
import { type HostProgram, parsedOutput } from './host-program.ts'

const requestsSchema = z.array(
  z.object({
    iid: z.number(),
    web_url: z.string(),
    title: z.string(),
    source_project_id: z.number(),
    target_project_id: z.number(),
  }),
)

const repositorySchema = z.object({
  forked_from_project: z.object({ path_with_namespace: z.string() }).nullish(),
})

/** Most requests of branches with the same name, in forks too, that are looked through. */
const MAX_REQUESTS = 100

const pipelineSchema = z.object({
  jobs: z.array(z.object({ id: z.number(), name: z.string(), status: z.string(), web_url: z.string().optional() })),
})

/** What GitLab calls the states of jobs; others are pending. */
const STATES: Readonly<Record<string, RequestCheck['state']>> = {
  success: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  canceled: 'cancelled',
}

const inRepository = ({ address }: RequestPlace): string => `--repo=https://${address.host ?? ''}/${address.repository}`

/** GitLab's `glab`. */
export const gitlab: HostProgram = {
  program: 'glab',
  signedIn: (host) => ['auth', 'status', `--hostname=${host}`],
  async find(run, place) {
    const options = [`--source-branch=${place.branch}`, `--per-page=${MAX_REQUESTS}`, '--output=json']
    const output = await run({ args: ['mr', 'list', inRepository(place), ...options] })
    return mapOk(parsedOutput(output, requestsSchema, 'glab'), (requests) => {
      // A fork may have a branch of this name, whose request is another one's.
      const own = requests.find((each) => each.source_project_id === each.target_project_id)
      return own === undefined ? null : { number: own.iid, url: own.web_url, title: own.title }
    })
  },
  async parentOf(run, { address }) {
    const args = ['repo', 'view', `https://${address.host ?? ''}/${address.repository}`, '--output=json']
    const seen = parsedOutput(await run({ args }), repositorySchema, 'glab')
    return seen.ok ? (seen.value.forked_from_project?.path_with_namespace ?? null) : null
  },
  forkCommand({ address, branch }, parent, base) {
    const [from, to] = [address.repository, parent].map((path) => `https://${address.host ?? ''}/${path}`)
    return `glab mr create --repo ${to} --head ${from} --source-branch ${branch} --target-branch ${base}`
  },
  async open(run, place, { base, title, body, draft }) {
    // A description of `-` would open an editor.
    const description = body.trim() === '-' ? '' : body
    const options = [`--source-branch=${place.branch}`, `--target-branch=${base}`, `--title=${title}`]
    const more = [`--description=${description}`, '--yes', ...(draft ? ['--draft'] : [])]
    const done = await run({ args: ['mr', 'create', inRepository(place), ...options, ...more] })
    return done.ok ? DONE : done
  },
  async checks(run, place) {
    const args = ['ci', 'get', inRepository(place), `--branch=${place.branch}`, '--output=json']
    return mapOk(parsedOutput(await run({ args }), pipelineSchema, 'glab'), ({ jobs }) =>
      jobs.map(({ id, name, status, web_url: link }) => ({
        name,
        state: STATES[status] ?? 'pending',
        link: link ?? null,
        job: String(id),
      })),
    )
  },
  log: (run, place, job) => run({ args: ['ci', 'trace', job, inRepository(place)] }),
}
