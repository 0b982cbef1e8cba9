import type { z } from 'zod'

import type { PullRequest, RequestCheck } from '../../../shared/publishing.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { CodeHosts, RequestPlace } from '../../core/ports/publishing-ports.ts'
import type { HostProgramRun } from './run-host-program.ts'

type RunProgram = (run: HostProgramRun) => Promise<Result<string>>

/** A check, and what its log is asked for with; null: there is none. */
interface CheckWithJob extends RequestCheck {
  readonly job: string | null
}

/** How one program opens pull requests and reads checks. */
export interface HostProgram {
  readonly program: string
  /** Arguments with which it ends with 0 if the user has an account at a host. */
  signedIn(host: string): readonly string[]
  find(run: RunProgram, place: RequestPlace): Promise<Result<PullRequest | null>>
  /** Returns the repository, as `OWNER/NAME`, of which that of the place is a fork; null: it is none, or that is not known. */
  parentOf(run: RunProgram, place: RequestPlace): Promise<string | null>
  /** A command line with which the user opens a request from the fork of the place. */
  forkCommand(place: RequestPlace, parent: string, base: string): string
  open(run: RunProgram, place: RequestPlace, request: Parameters<CodeHosts['open']>[1]): Promise<Result<null>>
  checks(run: RunProgram, place: RequestPlace, request: PullRequest): Promise<Result<readonly CheckWithJob[]>>
  log(run: RunProgram, place: RequestPlace, job: string): Promise<Result<string>>
}

/** Reads the JSON that a program wrote. */
export function parsedOutput<Schema extends z.ZodType>(
  output: Result<string>,
  schema: Schema,
  program: string,
): Result<z.infer<Schema>> {
  if (!output.ok) return output
  try {
    const parsed = schema.safeParse(JSON.parse(output.value))
    if (parsed.success) return ok(parsed.data)
  } catch {
    // It is no JSON.
  }
  return refuse(`${program} answered in a form that is not known here. Use a current version of it.`)
}
