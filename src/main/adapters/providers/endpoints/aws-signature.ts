import type { AwsKeys } from './aws-keys.ts'

/** A request as it is sent. */
export interface UnsignedRequest {
  readonly url: string
  readonly method: string
  readonly body: string
}

/** Region and service in whose names requests to an address are signed. */
export interface AwsPlace {
  readonly region: string
  readonly service: string
}

const HOSTS = /(?:^|\.)(bedrock-runtime|bedrock-mantle|aws-external-anthropic)(?:-fips)?\.([a-z0-9-]+)\./
const SERVICES: Readonly<Record<string, string>> = { 'bedrock-runtime': 'bedrock' }

/** Returns the region and the service of an address; other hosts, such as gateways, have the region of the environment. Null: none is known. */
export function awsPlace(address: string, environment: Readonly<Record<string, string | undefined>>): AwsPlace | null {
  const [, name = '', region = ''] = HOSTS.exec(new URL(address).hostname) ?? []
  if (region !== '') return { region, service: SERVICES[name] ?? name }
  const usual = environment['AWS_REGION']?.trim() || environment['AWS_DEFAULT_REGION']?.trim() || ''
  return usual === '' ? null : { region: usual, service: 'bedrock' }
}

/** Returns the headers that sign a request (Signature Version 4). `now`: ms since the epoch. */
export async function awsHeaders(
  { token, secret, session }: AwsKeys,
  { region, service }: AwsPlace,
  { url, method, body }: UnsignedRequest,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  const { AwsV4Signer } = await import('aws4fetch')
  const signer = new AwsV4Signer({
    url,
    method,
    body,
    region,
    service,
    accessKeyId: token,
    secretAccessKey: secret,
    sessionToken: session ?? '',
    datetime: new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
  })
  const { headers } = await signer.sign()
  return Object.fromEntries(headers)
}
