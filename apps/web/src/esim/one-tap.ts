/** Platforms that open their eSIM installation from a link. */
export const oneTapPlatforms = ['apple', 'android', 'windows'] as const
export type OneTapPlatform = (typeof oneTapPlatforms)[number]

/** A link that opens the installation of an activation code on iOS 17.4, Android 10, Windows 10 and later. */
export function oneTapLink(platform: OneTapPlatform, activationCode: string): string {
  if (platform === 'windows') return activationCode.replace(/^LPA:/, 'lpa:')
  return `https://esimsetup.${platform}.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(activationCode)}`
}

type Visitor = { userAgent: string; maxTouchPoints: number }

/** The visitor's platform; undefined if it has no one-tap installation. */
export function platformOf({ userAgent, maxTouchPoints }: Visitor): OneTapPlatform | undefined {
  if (/Android/i.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'apple'
  // an iPad reports itself as a Mac; real Macs have neither touch screen nor eSIM
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'apple' : undefined
  return /Windows NT/.test(userAgent) ? 'windows' : undefined
}
