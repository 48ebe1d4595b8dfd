/**
 * Lets the queue's tables contain hours only, because an exact time beside a job would reveal when a question
 * was asked.
 *
 * - A running job's `started_on` is rounded up, so that pg-boss never takes a job that still runs for one that
 *   has exceeded its time. It has to stay set, because pg-boss counts retries only of jobs that have one.
 * - Each heartbeat writes a random moment of the 23rd century: `lost-jobs.ts` only needs to see that it changes,
 *   and pg-boss itself never takes such a job for a lost one.
 * - pg-boss counts the jobs of each queue every minute. Neither the counts nor their history are stored: with the time of
 *   the last count they would reveal the minute in which a job was enqueued.
 * - Jobs about a question or a talk are retried twice without a pause and then at each full hour, because the time of a
 *   retry would reveal when the job ran. Digests are enqueued at one public time, so theirs reveals nothing.
 */
export const hideTimes = `
  select pg_advisory_xact_lock(hashtext('toibako_hide_times'));
  create or replace function pgboss.toibako_hide_times() returns trigger language plpgsql as $$
  declare
    is_about_text boolean := new.name <> 'send_digest'
      and new.data ?| array['uuid_hash', 'answer_pk', 'talk_uuid', 'sealed_recipient'];
  begin
    new.created_on := date_trunc('hour', new.created_on, 'UTC');
    new.completed_on := date_trunc('hour', new.completed_on, 'UTC');
    new.keep_until := date_trunc('hour', new.keep_until, 'UTC');
    new.started_on := date_trunc('hour', new.started_on + interval '59 minutes 59.999999 seconds', 'UTC');
    new.heartbeat_on := case when new.state = 'active'
      then timestamptz '2200-01-01 00:00Z' + random() * interval '36500 days' end;
    if new.state <> 'retry' then
      new.start_after := date_trunc('hour', new.start_after, 'UTC');
    elsif is_about_text then
      new.start_after := date_trunc('hour', now(), 'UTC')
        + case when new.retry_count < 2 then interval '0' else interval '1 hour' end;
    end if;
    return new;
  end $$;
  create or replace function pgboss.toibako_hide_counts() returns trigger language plpgsql as $$
  begin
    new.monitor_on := date_trunc('hour', new.monitor_on, 'UTC');
    new.ready_history := '{}';
    new.deferred_count := 0;
    new.queued_count := 0;
    new.ready_count := 0;
    new.active_count := 0;
    new.failed_count := 0;
    new.total_count := 0;
    return new;
  end $$;
  do $$ begin
    -- Only if they are missing, because creating a trigger waits for every transaction that writes to the table.
    if not exists (
      select from pg_trigger where tgname = 'toibako_hide_times' and tgrelid = 'pgboss.job'::regclass
    ) then
      create trigger toibako_hide_times before insert or update on pgboss.job
        for each row execute function pgboss.toibako_hide_times();
    end if;
    if not exists (
      select from pg_trigger where tgname = 'toibako_hide_counts' and tgrelid = 'pgboss.queue'::regclass
    ) then
      create trigger toibako_hide_counts before update on pgboss.queue
        for each row execute function pgboss.toibako_hide_counts();
      -- Removes what earlier releases have stored.
      update pgboss.queue set monitor_on = monitor_on;
    end if;
  end $$`;
