# ensure runs and the error goes on
Rails.application.routes.draw do
  done = []
  begin
    done << :body
    raise IOError, "disk"
  ensure
    done << :ensure
  end
end
