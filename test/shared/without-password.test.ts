import { describe, expect, it } from 'vitest'

import { proxyUrl } from '../../src/shared/proxy-url.ts'
import { withoutPassword } from '../../src/shared/without-password.ts'

describe('withoutPassword', () => {
  it.each([
    ['http://ada:secret@proxy:3128', 'http://ada@proxy:3128'],
    ['http://ada:secret@proxy:3128/', 'http://ada@proxy:3128/'],
    ['postgres://ada:secret@db/ikigai', 'postgres://ada@db/ikigai'],
    ['postgres://db/ikigai?user=ada&password=secret&sslpassword=secret', 'postgres://db/ikigai?user=ada'],
    ['ada:secret@proxy:3128', 'proxy:3128'],
    ['ada:sec@ret@proxy:3128', 'proxy:3128'],
    ['http://ada:sec ret@pro xy:3128', '…'],
    ['http://ada:secret@[bad', '[bad'],
    ['host=db password=secret', '…'],
    ['proxy:3128', 'proxy:3128'],
    ['https://token@host/v1', 'https://host/v1'],
    ['https://host/v1?sig=secret&x=1&auth=secret', 'https://host/v1?x=1'],
    ['postgres://ada@db/ikigai', 'postgres://ada@db/ikigai'],
    ['', ''],
  ])('shows %s as %s', (address, shown) => {
    expect(withoutPassword(address)).toBe(shown)
  })
})

describe('proxyUrl', () => {
  it.each([
    ['http://proxy:3128', 'http://proxy:3128/'],
    ['https://proxy', 'https://proxy/'],
    ['proxy:3128', 'http://proxy:3128/'],
    ['ada:secret@proxy:3128', 'http://ada:secret@proxy:3128/'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['socks5://proxy:1080', null],
    ['http://', null],
    ['pro xy:1', null],
    ['ada:secret@proxy:notaport', null],
    ['', null],
  ])('reads %s as %s', (address, url) => {
    expect(proxyUrl(address)).toBe(url)
  })
})
