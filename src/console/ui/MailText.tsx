import { Fragment } from 'react';

export function MailText({ mail }: { mail: string }) {
  const [first, ...parts] = mail.split(/(?=[@.])/);
  return (
    <bdi>
      {first}
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no identity and never move
        <Fragment key={at}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
