import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Files of a certificate for `localhost` that is its own authority. */
export interface OwnCertificate {
  readonly key: string
  readonly certificate: string
}

/** Makes one in this folder, valid for two days. Null: openssl is missing here. */
export function makeOwnCertificate(folder: string, name = 'own'): OwnCertificate | null {
  const made = { key: join(folder, `${name}-key.pem`), certificate: join(folder, `${name}.pem`) }
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', made.key, '-out', made.certificate]
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
      stdio: 'ignore',
    })
    return made
  } catch {
    return null
  }
}
