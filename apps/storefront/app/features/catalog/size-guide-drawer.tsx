import { Drawer } from '@solvane/ui/drawer'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { PageSection } from '../../components/page-section.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { Queries } from '../../lib/api/query-client.tsx'
import styles from './option-pickers.module.css'

interface SizeGuideDrawerProps {
  /** Which part of the size guide applies. */
  section: string
  isOpen: boolean
  onClose: () => void
}

/** The size guide beside the product. */
export function SizeGuideDrawer({ section, isOpen, onClose }: SizeGuideDrawerProps) {
  return (
    <Drawer title="Size guide" isOpen={isOpen} onClose={onClose}>
      <Queries>
        <SizeGuide section={section} />
      </Queries>
    </Drawer>
  )
}

function SizeGuide({ section }: Pick<SizeGuideDrawerProps, 'section'>) {
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
      {shown?.map((part) => (
        <PageSection key={part.id} section={part} />
      ))}
    </div>
  )
}
