import type { AppError } from '../../../../shared/app-error.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import { learnSecrets } from '../../../../shared/known-secrets.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { parseJson } from '../wire-value.ts'
import { noCredentials } from './cloud-failure.ts'
import { printedOutput } from './printed-output.ts'
import type { Token } from './read-token.ts'
import { PROGRAM_LIMIT_MS } from './token-command.ts'

/** Keys with which requests to AWS are signed. `token` is the public name of the key. */
export interface AwsKeys extends Token {
  readonly secret: string
  /** Null: they are not temporary. */
  readonly session: string | null
}

const HOW =
  'Sign in with aws sso login or aws configure, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Profiles need version 2 of the AWS command line.'

/**
 * Returns the keys of a profile, or those of the environment if none is named. Everything but plain variables is read by
 * `aws configure export-credentials`, which knows profiles, roles and single sign-on.
 */
export async function awsKeys(
  label: string,
  profile: string | null,
  environment: Readonly<Record<string, string | undefined>>,
  now: () => number,
): Promise<Result<AwsKeys, AppError>> {
  const at = (name: string): string => environment[name]?.trim() ?? ''
  const [id, secret, session] = [at('AWS_ACCESS_KEY_ID'), at('AWS_SECRET_ACCESS_KEY'), at('AWS_SESSION_TOKEN')]
  if (profile === null && id !== '' && secret !== '') return known(id, secret, session, Infinity)
  const named = profile === null ? [] : ['--profile', profile]
  const command = ['aws', 'configure', 'export-credentials', '--format', 'process', ...named]
  const printed = await printedOutput(command, environment, PROGRAM_LIMIT_MS)
  if ('problem' in printed) return noCredentials(label, `aws configure export-credentials ${printed.problem}`, HOW)
  const json = parseJson(printed.text)
  const text = (name: string): string => {
    const value = isJsonObject(json) ? json[name] : undefined
    return typeof value === 'string' ? value : ''
  }
  if (text('AccessKeyId') === '' || text('SecretAccessKey') === '')
    return noCredentials(label, 'aws configure export-credentials printed no keys', HOW)
  const end = text('Expiration') === '' ? Infinity : Date.parse(text('Expiration'))
  if (Number.isNaN(end) || end <= now())
    return noCredentials(label, 'aws configure export-credentials printed keys that have ended already', HOW)
  return known(text('AccessKeyId'), text('SecretAccessKey'), text('SessionToken'), end)
}

function known(token: string, secret: string, session: string, expiresAt: number): Result<AwsKeys, AppError> {
  learnSecrets([secret, session])
  return ok({ token, secret, session: session === '' ? null : session, expiresAt })
}
