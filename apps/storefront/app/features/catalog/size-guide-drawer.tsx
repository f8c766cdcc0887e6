import { Drawer } from '@solvane/ui/drawer'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { PageSection } from '../../components/page-section.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { Queries } from '../../lib/api/query-client.tsx'
import styles from './option-pickers.module.css'
import { SizeAdviceForm } from './size-advice-form.tsx'

interface SizeGuideDrawerProps {
  /** Which part of the size guide applies. */
  section: string
  /** How this product fits, in words. */
  sizeAndFit: string | null
  isPossible: (size: string) => boolean
  onChoose: (size: string) => void
  isOpen: boolean
  onClose: () => void
}

/** The size guide beside the product, and the size it proposes for one's measurements. */
export function SizeGuideDrawer({ isOpen, onClose, ...guide }: SizeGuideDrawerProps) {
  return (
    <Drawer title="Size guide" isOpen={isOpen} onClose={onClose}>
      <Queries>
        <SizeGuide {...guide} />
      </Queries>
    </Drawer>
  )
}

function SizeGuide(props: Omit<SizeGuideDrawerProps, 'isOpen' | 'onClose'>) {
  const { section, ...advice } = props
  const api = useApi()
  const guide = useQuery({
    queryKey: ['page', 'size-guide'],
    queryFn: ({ signal }) => api.call('getPage', { params: { slug: 'size-guide' } }, { signal }),
  })
  const found = guide.data?.data.sections.find(({ id }) => id === section)
  const shown = found ? [found] : guide.data?.data.sections
  return (
    <div className={styles.sizesGuide}>
      {guide.isPending && <Skeleton shape="title" />}
      {guide.isError && (
        <p role="alert">
          <ErrorText
            message={messageOf(
              guide.error,
              'The size guide did not load. Please try again in a moment.',
            )}
          />
        </p>
      )}
      {found?.table && <SizeAdviceForm table={found.table} {...advice} />}
      {shown?.map((part) => (
        <PageSection key={part.id} section={part} />
      ))}
    </div>
  )
}
