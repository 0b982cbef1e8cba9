import { describe, expect, it } from 'vitest'

import { remoteAddress, withoutAddressSecrets } from '../../src/shared/remote-address.ts'
import { refusalOf, valueOf } from '../support/drive-agent.ts'

describe('remoteAddress', () => {
  it.each([
    ['https://github.com/ann/shop.git', 'https://github.com/ann/shop.git', 'github.com', 'ann/shop'],
    ['https://ann:s3cret@github.com/ann/shop?x=1#y', 'https://github.com/ann/shop', 'github.com', 'ann/shop'],
    ['http://127.0.0.1:80/a/b.git', 'http://127.0.0.1/a/b.git', '127.0.0.1', 'a/b'],
    ['git@github.com:ann/shop.git', 'git@github.com:ann/shop.git', 'github.com', 'ann/shop'],
    ['host.example:/srv/shop.git', 'host.example:/srv/shop.git', 'host.example', 'srv/shop'],
    ['ssh://git@host.example:22/g/s/shop.git/', 'ssh://git@host.example:22/g/s/shop.git/', 'host.example', 'g/s/shop'],
    ['/srv/shop.git', '/srv/shop.git', null, '/srv/shop.git'],
    ['file:///srv/my%20shop.git', 'file:/srv/my%20shop.git', null, '/srv/my shop.git'],
  ])('reads %s', (text, shown, host, repository) =>
    expect(valueOf(remoteAddress(text))).toEqual({ shown, host, repository }),
  )
  it.each([
    '',
    'ext::sh -c id',
    '::x',
    'fd::1',
    '-x',
    '--upload-pack=x',
    '-o:x',
    'git@-host:x',
    'host:-x',
    'https://',
    'file://host/x',
    'git://host/x',
    'ftp://host/x',
    'a\nb',
    'https://host/\u0000',
    './relative',
  ])('refuses %j with what to do', (text) => expect(refusalOf(remoteAddress(text))).toMatch(/git remote set-url/))
})

describe('withoutAddressSecrets', () => {
  it.each([
    ['fatal: https://ann:pw@host/x denied', 'fatal: https://host/x denied'],
    ['token ghp_abcdefghijkl and glpat-abc_defghi', 'token [token] and [token]'],
    ['ssh://git@host/x', 'ssh://host/x'],
    ['mail ann@host.example', 'mail ann@host.example'],
  ])('%s', (text, clean) => expect(withoutAddressSecrets(text)).toBe(clean))
})
