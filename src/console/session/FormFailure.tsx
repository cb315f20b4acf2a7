import Alert from '@mui/material/Alert';
import { useRefusalSentence } from '#console/refusals/refusal-sentence.ts';

/** Above the fields of a form: what went wrong with the whole of it. */
export function FormFailure({ error }: { error: Error }) {
  const { what, advice } = useRefusalSentence(error);
  return (
    <Alert severity="error" variant="outlined">
      {what}. {advice}
    </Alert>
  );
}
