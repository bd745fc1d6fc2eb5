import type { ProviderBrand } from '@simwright/contract/platform/provider'
import { IconBrandGithub, IconBrandGoogle, IconBrandWindows, IconKey } from '@tabler/icons-react'

const icons: Record<ProviderBrand, typeof IconKey> = {
  GOOGLE: IconBrandGoogle,
  MICROSOFT: IconBrandWindows,
  GITHUB: IconBrandGithub,
  OIDC: IconKey,
}

export function ProviderIcon({ brand }: { brand: ProviderBrand }) {
  const Icon = icons[brand]
  return <Icon size={18} stroke={1.6} aria-hidden />
}
