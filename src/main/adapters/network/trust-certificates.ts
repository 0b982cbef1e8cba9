import { readFile } from 'node:fs/promises'
import tls from 'node:tls'

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g

/**
 * Trusts the authorities in the file that `SSL_CERT_FILE` names, in addition to the usual ones, for all connections of
 * this process: programs of OpenSSL read that variable, Node by itself only `NODE_EXTRA_CA_CERTS`. Returns a warning if
 * the file cannot be used; null: it is used, or none is named. Node before 22.19 and 24.5 cannot add authorities.
 */
export async function trustCertificates(path: string | undefined): Promise<string | null> {
  if (path === undefined || path.trim() === '' || typeof tls.setDefaultCACertificates !== 'function') return null
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return `SSL_CERT_FILE is not used: the file ${path} cannot be read.`
  const found = text.match(CERTIFICATE) ?? []
  if (found.length === 0) return `SSL_CERT_FILE is not used: ${path} contains no certificate in PEM form.`
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...found])
    return null
  } catch {
    return `SSL_CERT_FILE is not used: ${path} contains a certificate that cannot be read.`
  }
}
