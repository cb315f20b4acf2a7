import Alert from '@mui/material/Alert';
import { useRefusalSentence } from './refusal-sentence.ts';

/** What went wrong with something that was sent, and what to do. */
export function FormFailure({ error }: { error: Error }) {
  const { what, advice } = useRefusalSentence(error);
  return (
    <Alert severity="error" variant="outlined">
      {what}. {advice}
    </Alert>
  );
}
