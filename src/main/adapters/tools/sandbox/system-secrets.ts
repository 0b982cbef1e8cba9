/** Folders and files of a Linux system that are hidden from confined programs, where they exist. */
export const SYSTEM_SECRETS: readonly string[] = [
  // Homes, and what services listen on.
  '/home /root /run',
  '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/ssh /etc/ssl/private',
  '/etc/krb5.keytab /etc/wireguard /etc/NetworkManager/system-connections',
  '/var/backups /var/mail /var/spool /var/lib/docker /var/lib/containerd /var/lib/kubelet',
].flatMap((line) => line.split(' '))
