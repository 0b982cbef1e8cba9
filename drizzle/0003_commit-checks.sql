-- A commit that found the world other than it was decided for is refused as a whole, with a code of our own.
CREATE FUNCTION refuse_commit(happens boolean, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF happens THEN
    RAISE EXCEPTION '%', reason USING ERRCODE = 'IK001';
  END IF;
  RETURN false;
END
$$;
