import Alert from '@mui/material/Alert';
import { useFailureSentence } from '#console/api/failure-sentence.ts';

/** What went wrong with something that was sent, and what to do. */
export function Refusal({ error }: { error: Error }) {
  const { what, advice } = useFailureSentence(error);
  return (
    <Alert severity="error" variant="outlined">
      {what}. {advice}
    </Alert>
  );
}
