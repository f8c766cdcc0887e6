import { type Profile, updateProfile } from '@solvane/contract/user'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormFailure } from '../../components/form-failure.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { profileQuery } from '../../lib/session/session-profile.ts'
import { useSessionId } from '../../lib/session/use-session.ts'
import styles from './account-form.module.css'

/** What the house calls the shopper. */
export function NameForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const api = useApi()
  const session = useSessionId()
  const queryClient = useQueryClient()
  const { register, handleSubmit } = useSchemaForm(updateProfile.body)
  const save = useMutation({
    mutationFn: (body: { nickName: string }) => api.call('updateProfile', { body }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(profileQuery(api, session).queryKey, data.profile)
      onSaved()
    },
  })
  return (
    <form className={styles.line} noValidate onSubmit={handleSubmit((input) => save.mutate(input))}>
      <TextField
        {...register('nickName')}
        label="Name"
        defaultValue={profile.nickName ?? ''}
        autoComplete="nickname"
        maxLength={100}
      />
      <Button type="submit" kind="link" isBusy={save.isPending}>
        Save name
      </Button>
      <FormFailure error={save.error} unexpected="An unexpected error occurred." />
    </form>
  )
}
