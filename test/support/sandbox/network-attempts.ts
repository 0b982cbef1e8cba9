import { CALL, type EscapeAttempt } from './escape-attempts.ts'

/** Opens a tunnel through the proxy to `host:port`, and prints what comes through it, or the refusal. */
export const TUNNEL = `${CALL}said() { local at=\${https_proxy#http://}; exec 7<>"/dev/tcp/\${at%:*}/\${at#*:}" && printf "$@" >&7 && timeout 10 cat <&7; }
tunnel() { said 'CONNECT %s HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' "$1" "$1"; }
reach() { tunnel "$1" | grep -q hello; }
`

const reach = (name: string, address: string): EscapeAttempt => ({ name: `reach ${name}`, line: `reach "${address}"` })

/**
 * Ways from the sandbox to this machine, or to hosts that nobody allowed, for a command that may ask for hosts. Of the
 * names, `rebind.test` and `mixed.test` are allowed, but belong to this machine.
 */
export const NETWORK_ATTEMPTS: readonly EscapeAttempt[] = [
  reach('this machine by its address', '127.0.0.1:$TCP4'),
  reach('this machine by its name', 'localhost:$TCP4'),
  reach('this machine by its name with a dot', 'localhost.:$TCP4'),
  reach('this machine by a short address', '127.1:$TCP4'),
  reach('this machine by a number', '2130706433:$TCP4'),
  reach('this machine by a hexadecimal number', '0x7f000001:$TCP4'),
  reach('this machine by an octal number', '0177.0.0.1:$TCP4'),
  reach('this machine by the address of all interfaces', '0.0.0.0:$TCP4'),
  reach('this machine over IPv6', '[::1]:$TCP6'),
  reach('this machine by an IPv4 address in IPv6', '[::ffff:127.0.0.1]:$TCP4'),
  reach('this machine by the address of all interfaces over IPv6', '[::]:$TCP6'),
  reach('this machine by a name that was allowed', 'rebind.test:$TCP4'),
  reach('this machine by one of the addresses of a name', 'mixed.test:$TCP4'),
  reach('this machine behind the name of a user', 'rebind.test@127.0.0.1:$TCP4'),
  reach('this machine behind a path', '127.0.0.1:$TCP4/'),
  { name: 'reach the metadata of a cloud', line: 'tunnel 169.254.169.254:80 | grep -q " 200 "' },
  { name: 'reach a private network', line: 'tunnel 10.0.0.1:80 | grep -q " 200 "' },
  { name: 'reach a host that was refused', line: 'tunnel evil.test:443 | grep -q " 200 "' },
  { name: 'reach another port of a host', line: 'tunnel permitted.test:22 | grep -q " 200 "' },
  {
    name: 'have a request without encryption passed on',
    line: 'said "GET http://rebind.test:$TCP4/ HTTP/1.1\\r\\nHost: rebind.test\\r\\n\\r\\n" | grep -q hello',
  },
  {
    name: 'have a request to this machine passed on',
    line: 'said "GET http://127.0.0.1:$TCP4/ HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n" | grep -q hello',
  },
  {
    name: 'hide a second request behind a refused one',
    line: 'said "CONNECT evil.test:443 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\nCONNECT 127.0.0.1:$TCP4 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" | grep -q hello',
  },
  {
    name: 'hide a second host in the first line',
    line: 'said "CONNECT rebind.test:443 127.0.0.1:$TCP4 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" | grep -q hello',
  },
  {
    name: 'ask for hosts without end',
    line: 'for n in $(seq 100); do tunnel "host$n.test:443"; done | grep -q " 200 "',
  },
  {
    name: 'find the channel to the engine',
    line: 'env | grep -q NODE_CHANNEL || for n in $(ls /proc/$BASHPID/fd); do [ "$n" -gt 2 ] && [ -e "/proc/$BASHPID/fd/$n" ] && exit 0; done; false',
  },
  {
    name: 'take the channel from process 1',
    line: `perl -e 'my $p = syscall(434, 1, 0); exit 1 if $p < 0; for my $n (3 .. 20) { exit 0 if syscall(438, $p, $n, 0) >= 0 } exit 1'`,
  },
]
