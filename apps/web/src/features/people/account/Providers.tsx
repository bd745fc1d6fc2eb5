import { Button, Divider } from '@mantine/core'
import { type ProviderBrand, renderPath } from '@simwright/contract/platform/provider'
import { IconBrandGithub, IconBrandGoogle, IconBrandWindows, IconBuilding, IconKey } from '@tabler/icons-react'
import { usePlatform } from '../../../brand/platform.ts'
import { keepTarget } from '../../../session/target.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { say } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'

const icons: Record<ProviderBrand, typeof IconKey> = {
  GOOGLE: IconBrandGoogle,
  MICROSOFT: IconBrandWindows,
  GITHUB: IconBrandGithub,
  OIDC: IconKey,
}

const texts = signInTexts.providers

type ProvidersProps = {
  purpose: 'login' | 'signup'
  /** The page that opens after sign-in. */
  target?: string
  onSso?: () => void
}

/** Links for signing in or up with an identity provider, and the button for single sign-on. */
export function Providers({ purpose, target, onSso }: ProvidersProps) {
  const { providers, sys } = usePlatform()
  if (providers.length === 0 && !onSso) return null
  return (
    <Stack gap={8} mt={8}>
      {providers.map(({ id, name, brand }) => (
        <Button
          key={id}
          component="a"
          href={renderPath(purpose, id, sys)}
          onClick={() => keepTarget(target)}
          variant="default"
          size="md"
          fullWidth
          leftSection={<ProviderIcon brand={brand} />}
        >
          {say(texts.continueWith, { name })}
        </Button>
      ))}
      {onSso && (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconBuilding size={18} stroke={1.6} />}
          onClick={onSso}
        >
          {texts.sso}
        </Button>
      )}
    </Stack>
  )
}

/** The providers above a sign-up form, with a divider. */
export function SignUpProviders() {
  const { providers } = usePlatform()
  if (providers.length === 0) return null
  return (
    <>
      <Providers purpose="signup" />
      <Divider label={texts.or} my="lg" />
    </>
  )
}

function ProviderIcon({ brand }: { brand: ProviderBrand }) {
  const Icon = icons[brand]
  return <Icon size={18} stroke={1.6} aria-hidden />
}
