import { Select, Skeleton } from '@mantine/core'
import * as seller from '@simwright/contract/money/seller'
import { useMemo, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { toast } from '../../../ui/toast.ts'
import { SellerForm } from './SellerForm.tsx'
import { sellerTexts as texts } from './seller-texts.ts'

/** Seller and tax rates of a platform; with several platforms, one is chosen. */
export function SellerTab() {
  const answer = useAsk(seller.list, {}, { staleMs: 0 })
  const [{ platform: chosen }, changeAddress] = useAddress(pages.plans)
  if (answer.error && !answer.data) {
    return (
      <Panel>
        <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
      </Panel>
    )
  }
  if (!answer.data || !answer.isFetchedAfterMount) return <Skeleton height={420} radius="lg" aria-busy />
  const { platforms } = answer.data
  const shown = platforms.find(({ platformId }) => platformId === chosen) ?? platforms[0]
  if (!shown) return null
  return (
    <>
      {platforms.length > 1 && (
        <Select
          label={texts.platform}
          maw={320}
          data={platforms.map(({ platformId: value, platform: label }) => ({ value, label }))}
          allowDeselect={false}
          value={shown.platformId}
          onChange={(next) => next && changeAddress({ platform: next })}
        />
      )}
      <PlatformSeller
        key={shown.platformId}
        stored={shown}
        load={async () =>
          (await answer.refetch()).data?.platforms.find(({ platformId }) => platformId === shown.platformId)
        }
      />
    </>
  )
}

const empty: seller.SellerFields = {
  seller: {
    name: '',
    street: '',
    postalCode: '',
    city: '',
    region: '',
    country: '',
    vatNumber: '',
    bankHolder: '',
    bankName: '',
    bankAccount: '',
    bic: '',
    invoicePrefix: '',
    footer: '',
    replyMail: '',
  },
  rates: [],
}

type PlatformSellerProps = {
  stored: seller.PlatformSeller
  /** Fetches the stored data. */
  load: () => Promise<seller.PlatformSeller | undefined>
}

function PlatformSeller({ stored, load }: PlatformSellerProps) {
  // the data that the form edits; a concurrent change by somebody else does not replace them
  const [base, setBase] = useState({ stored, loads: 0 })
  const { platformId, platform, version, fields } = base.stored
  const edit = useMutation(seller.edit, { silent: true, changes: [seller.list] })
  const initial = useMemo(() => fields ?? empty, [fields])
  const reload = async () => {
    const latest = await load()
    edit.reset()
    if (latest) setBase(({ loads }) => ({ stored: latest, loads: loads + 1 }))
  }
  return (
    <SellerForm
      key={base.loads}
      initial={initial}
      isNew={fields === null}
      problem={edit.error}
      isSaving={edit.isPending}
      onSave={(next) =>
        edit.mutate(
          { platformId, version, fields: next },
          {
            onSuccess: (saved) => {
              toast.success(say(texts.saved, { platform }))
              setBase(({ stored: old, loads }) => ({ stored: { ...old, ...saved, fields: next }, loads }))
            },
          },
        )
      }
      onReload={() => void reload()}
    />
  )
}
